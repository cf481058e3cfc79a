import { Code } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import type { Chapter } from './chapter';

const tab = <Link to={`${paths.settings}?tab=embed`}>Settings &gt; Embed Widget</Link>;

export const embedding: Chapter = {
  id: 'embedding',
  title: 'Embed the form',
  summary: 'Add your booking form to your own website, however it’s built.',
  Icon: Code,
  sections: [
    {
      id: 'which-code',
      title: 'Which code to use',
      body: (
        <>
          <p>Under {tab}, choose how the form looks and copy one of three codes.</p>
          <ul>
            <li>
              <b>Embed Code</b>: the form appears where you paste the code and adjusts to the height of its
              content. Use it wherever your website allows scripts.
            </li>
            <li>
              <b>Frame Code</b>: for websites that don&rsquo;t allow scripts. The form scrolls inside its
              frame.
            </li>
            <li>
              <b>Button Code</b>: a button that opens the form on top of your page, or full screen on a phone.
            </li>
          </ul>
          <p>
            No website? The link and the QR code open the form on its own page. Bookings work the same way
            everywhere.
          </p>
        </>
      ),
    },
    {
      id: 'wordpress',
      title: 'WordPress',
      body: (
        <ol>
          <li>Open the page in the editor and add a Custom HTML block.</li>
          <li>
            Paste the <b>Embed Code</b> into it, then select Update or Publish.
          </li>
          <li>
            If your WordPress.com plan doesn&rsquo;t allow scripts, or a security plugin removes them, paste
            the <b>Frame Code</b> instead. If that is removed too, link a button to your form&rsquo;s address.
          </li>
        </ol>
      ),
    },
    {
      id: 'wix',
      title: 'Wix',
      body: (
        <ol>
          <li>In the editor, choose Add Elements &gt; Embed Code &gt; Embed HTML.</li>
          <li>
            Choose Code and paste the <b>Frame Code</b>. Wix shows it in its own frame that does not grow, so
            make the box as large as you want the form to be.
          </li>
          <li>Repeat this in the mobile editor, then publish.</li>
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
            Paste the <b>Embed Code</b> and choose HTML as the type. If your plan doesn&rsquo;t allow scripts,
            paste the <b>Frame Code</b>.
          </li>
          <li>Save. The editor may hide the form, but visitors to the published page see it.</li>
        </ol>
      ),
    },
    {
      id: 'shopify',
      title: 'Shopify',
      body: (
        <ol>
          <li>Open Online Store &gt; Themes &gt; Customize, and go to the page where you want the form.</li>
          <li>
            Add a Custom Liquid section, paste the <b>Embed Code</b> into it and save.
          </li>
          <li>
            For a single page, go to Online Store &gt; Pages, show the HTML of its content, and paste the{' '}
            <b>Frame Code</b>.
          </li>
        </ol>
      ),
    },
    {
      id: 'html',
      title: 'Your own HTML page',
      body: (
        <>
          <p>
            Paste the <b>Embed Code</b> into the body of the page where you want the form. It doesn’t work in
            the head. For several forms, or forms added later, load the script once and mark each place with{' '}
            <code>data-marqueedesk</code> and <code>data-key</code>. From your own scripts, call{' '}
            <code>MarqueeDesk.mount(element, {'{ key }'})</code> or <code>MarqueeDesk.open({'{ key }'})</code>
            .
          </p>
          <p>
            If your page has a Content-Security-Policy, add this site&rsquo;s address to{' '}
            <code>script-src</code> and <code>frame-src</code>.
          </p>
        </>
      ),
    },
    {
      id: 'tag-manager',
      title: 'Google Tag Manager and conversion tracking',
      body: (
        <>
          <p>
            Each booking triggers a <code>booking-complete</code> event on your page when it is confirmed or
            awaits your approval. If you collect a payment at booking, <code>booking-held</code> comes first.
            Their <code>detail</code> contains the booking&rsquo;s number, total, message and dates, and the
            customer&rsquo;s contact details if you turn them on in <em>Settings &gt; Embed Widget</em>. Use a
            Custom HTML tag that listens for an event on <code>window</code> and pushes it to the data layer
            to track conversions.
          </p>
          <p>
            You can also load the form with a tag: mark its place on the page with{' '}
            <code>data-marqueedesk</code> and <code>data-key</code>, and load <code>embed.js</code> from the
            tag.
          </p>
        </>
      ),
    },
    {
      id: 'sites',
      title: 'Limit the form to your own sites',
      body: (
        <p>
          By default, any site can show your form. To limit it to yours, list them under {tab}. Add both{' '}
          <code>example.com</code> and <code>www.example.com</code>, or <code>*.example.com</code> for all
          subdomains. On other sites, the browser will not show the form. To disable codes that are already in
          use, renew the public key.
        </p>
      ),
    },
    {
      id: 'trouble',
      title: 'The form does not appear',
      body: (
        <ul>
          <li>
            A gray box with a connection error: the site is not one of your allowed sites. Check the{' '}
            <code>www</code> version, and editors that show previews under a different address.
          </li>
          <li>
            &ldquo;This booking form is not available&rdquo;: the code uses a key that was renewed. Copy the
            code again.
          </li>
          <li>
            An empty box on a page with a <code>Cross-Origin-Embedder-Policy</code>: add{' '}
            <code>data-credentialless</code> to the script, or <code>credentialless</code> to the frame. The
            form then works without cookies and does not remember what was typed. Isolated pages in Chrome and
            Edge get it without the attribute; other browsers show no frames on such pages, so link to your
            form there.
          </li>
          <li>
            Nothing at all: your website has removed the script. Use the <b>Frame Code</b>.
          </li>
        </ul>
      ),
    },
  ],
};
