import { Code } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

const tab = <Link to={`${paths.settings}?tab=embed`}>Settings, Embed Widget</Link>;

export const embedding: Chapter = {
  id: 'embedding',
  title: 'Embed the form',
  summary: 'Your booking form on your own website, whatever it is built with.',
  Icon: Code,
  sections: [
    {
      id: 'which-code',
      title: 'Which code to take',
      body: (
        <>
          <p>Under {tab} you choose how the form looks, and copy one of three codes.</p>
          <ul>
            <li>
              <b>Embed Code</b>: the form appears where you paste the code and is as high as its content. Use
              it wherever your website allows scripts.
            </li>
            <li>
              <b>Frame Code</b>: for websites that allow no scripts. The form scrolls inside its frame.
            </li>
            <li>
              <b>Button Code</b>: a button that opens the form over your page, on a phone over the whole
              screen.
            </li>
          </ul>
          <p>
            No website? The link and the QR code lead to the form on its own page. Bookings arrive the same
            way from everywhere.
          </p>
        </>
      ),
    },
    {
      id: 'wordpress',
      title: 'WordPress',
      body: (
        <ol>
          <li>Open the page in the editor and add a block of the kind Custom HTML.</li>
          <li>
            Paste the <b>Embed Code</b> into it, and press Update or Publish.
          </li>
          <li>
            On WordPress.com without a plan that takes scripts, and where a security plugin removes them,
            paste the <b>Frame Code</b>; where that is removed as well, link a button to your form&rsquo;s
            address.
          </li>
        </ol>
      ),
    },
    {
      id: 'wix',
      title: 'Wix',
      body: (
        <ol>
          <li>In the editor choose Add Elements, Embed Code, Embed HTML.</li>
          <li>
            Choose Code and paste the <b>Frame Code</b>. Wix shows it in a frame of its own that does not
            grow, so make the box as large as you want the form to be.
          </li>
          <li>Do the same in the mobile editor, and publish.</li>
        </ol>
      ),
    },
    {
      id: 'squarespace',
      title: 'Squarespace',
      body: (
        <ol>
          <li>Edit the page, add a block and choose Code.</li>
          <li>
            Paste the <b>Embed Code</b>, with the type HTML. Where your plan allows no scripts, paste the{' '}
            <b>Frame Code</b>.
          </li>
          <li>Save. The editor may hide the form; visitors of the published page see it.</li>
        </ol>
      ),
    },
    {
      id: 'shopify',
      title: 'Shopify',
      body: (
        <ol>
          <li>Open Online Store, Themes, Customize, and the page where you want the form.</li>
          <li>
            Add a section of the kind Custom Liquid, paste the <b>Embed Code</b> into it and save.
          </li>
          <li>
            Or, for a single page: Online Store, Pages, show the HTML of its content, and paste the{' '}
            <b>Frame Code</b>.
          </li>
        </ol>
      ),
    },
    {
      id: 'html',
      title: 'A website of your own',
      body: (
        <>
          <p>
            Paste the <b>Embed Code</b> into the body of the page, where you want the form. In the head it
            shows nothing. For several forms, or one that comes later, load the script once and mark each
            place with <code>data-marqueedesk</code> and <code>data-key</code>; from scripts of yours, call{' '}
            <code>MarqueeDesk.mount(element, {'{ key }'})</code> or <code>MarqueeDesk.open({'{ key }'})</code>
            .
          </p>
          <p>
            A page with a Content-Security-Policy names this address in <code>script-src</code> and{' '}
            <code>frame-src</code>.
          </p>
        </>
      ),
    },
    {
      id: 'tag-manager',
      title: 'Google Tag Manager, and counting bookings',
      body: (
        <>
          <p>
            Each booking raises the event <code>booking-complete</code> on your page, with number, total,
            message and days of the booking in its <code>detail</code>; who the customer is only if you switch
            that on in <em>Settings, Embed Widget</em>. A Custom HTML tag can listen for it on{' '}
            <code>window</code> and push it to the data layer, to count a conversion.
          </p>
          <p>
            The form itself can come from a tag, too: mark its place on the page with{' '}
            <code>data-marqueedesk</code> and <code>data-key</code>, and load <code>embed.js</code> by the
            tag.
          </p>
        </>
      ),
    },
    {
      id: 'sites',
      title: 'Only on your own sites',
      body: (
        <p>
          Any site may show your form. To keep it to yours, list them under {tab}: <code>example.com</code>{' '}
          and <code>www.example.com</code> are two, <code>*.example.com</code> is every name under it.
          Elsewhere the browser then refuses to show it. To stop codes that are already out there, renew the
          public key.
        </p>
      ),
    },
    {
      id: 'trouble',
      title: 'The form does not show',
      body: (
        <ul>
          <li>
            A grey box that refuses to connect: the site is not among your allowed sites. Mind{' '}
            <code>www</code>, and editors that show pages under an address of their own.
          </li>
          <li>
            &ldquo;This booking form is not available&rdquo;: the code has a key that was renewed. Copy it
            again.
          </li>
          <li>
            Nothing at all: your website has removed the script. Take the <b>Frame Code</b>.
          </li>
        </ul>
      ),
    },
  ],
};
