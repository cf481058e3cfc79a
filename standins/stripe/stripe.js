/* The stand-in's script: what the provider's own does, as far as a page with one card form needs it. No money moves. */
(() => {
  const base = new URL(document.currentScript.src).origin;

  function problem(message, type, code) {
    return { error: { type, code, message } };
  }

  function flat(value, prefix, into) {
    for (const [name, part] of Object.entries(value)) {
      const key = prefix ? `${prefix}[${name}]` : name;
      if (part && typeof part === "object") flat(part, key, into);
      else if (part !== undefined && part !== null) into.append(key, String(part));
    }
    return into;
  }

  async function ask(key, method, path, values, account) {
    const query = flat(values, "", new URLSearchParams());
    const url = `${base}/v1/${path}${method === "GET" ? `?${query}` : ""}`;
    let answer;
    try {
      answer = await fetch(url, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(account ? { "Stripe-Account": account } : {}),
          ...(method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
        },
        body: method === "POST" ? query.toString() : undefined,
        credentials: "omit",
      });
    } catch {
      return problem("We could not reach the payment provider. Please try again.", "api_connection_error");
    }
    return answer.json();
  }

  class Emitter {
    handlers = new Map();
    on(name, handler) {
      this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
      return this;
    }
    once(name, handler) {
      const first = (event) => {
        this.off(name, first);
        handler(event);
      };
      return this.on(name, first);
    }
    off(name, handler) {
      const left = handler ? (this.handlers.get(name) ?? []).filter((one) => one !== handler) : [];
      this.handlers.set(name, left);
      return this;
    }
    emit(name, event) {
      for (const handler of this.handlers.get(name) ?? []) handler(event);
    }
  }

  const FIELDS = [
    ["number", "Card number", "cc-number", "1234 1234 1234 1234"],
    ["expiry", "Expiration (MM/YY)", "cc-exp", "MM / YY"],
    ["cvc", "Security code", "cc-csc", "CVC"],
  ];

  class CardForm extends Emitter {
    constructor(type, options, release, look) {
      super();
      Object.assign(this, { type, options: options ?? {}, release, look, inputs: {}, isReady: false });
    }
    // A page that had more to do than the frame took to load listens too late, and is told then.
    on(name, handler) {
      if (name === "ready" && this.isReady) queueMicrotask(() => handler({ elementType: this.type }));
      return super.on(name, handler);
    }
    mount(where) {
      const place = typeof where === "string" ? document.querySelector(where) : where;
      if (!place) throw new Error("The element to mount into is not there.");
      this.unmount();
      const box = document.createElement("div");
      box.setAttribute("data-standin", this.type);
      box.style.cssText = "display:grid;grid-template-columns:1fr 1fr;gap:12px;font:inherit;color:inherit";
      const dark = this.look?.theme === "night";
      for (const [name, text, autocomplete, placeholder] of FIELDS) {
        const label = document.createElement("label");
        label.style.cssText = `display:grid;gap:4px;font-size:14px;${name === "number" ? "grid-column:1/-1" : ""}`;
        label.append(text);
        const input = document.createElement("input");
        Object.assign(input, { autocomplete, placeholder, inputMode: "numeric", name: `standin-${name}` });
        input.style.cssText =
          "font:inherit;font-size:16px;min-width:0;padding:10px 12px;border-radius:8px;" +
          `border:1px solid ${dark ? "#6b6780" : "#8a8698"};background:${dark ? "#1f1b30" : "#fff"};color:${dark ? "#fbf8f2" : "#15121f"}`;
        input.addEventListener("input", () => this.changed());
        input.addEventListener("focus", () => this.emit("focus", { elementType: this.type }));
        input.addEventListener("blur", () => this.emit("blur", { elementType: this.type }));
        label.append(input);
        box.append(label);
        this.inputs[name] = input;
      }
      place.append(box);
      this.box = box;
      // The provider's own is a frame that has to load: nobody is told at once.
      setTimeout(() => this.box === box && this.loaded(), 120);
    }
    loaded() {
      this.isReady = true;
      this.emit("ready", { elementType: this.type });
    }
    changed() {
      this.emit("change", {
        elementType: this.type,
        empty: !this.value("number"),
        complete: !this.missing(),
        value: { type: "card" },
      });
    }
    value(name) {
      return (this.inputs[name]?.value ?? "").replace(/\D/g, "");
    }
    missing() {
      if (this.value("number").length < 13) return ["Your card number is incomplete.", "incomplete_number"];
      if (this.value("expiry").length < 4) return ["Your card's expiration date is incomplete.", "incomplete_expiry"];
      if (this.value("cvc").length < 3) return ["Your card's security code is incomplete.", "incomplete_cvc"];
      return null;
    }
    focus() {
      this.inputs.number?.focus();
    }
    blur() {
      this.inputs.number?.blur();
    }
    clear() {
      for (const input of Object.values(this.inputs)) input.value = "";
    }
    update(options) {
      Object.assign(this.options, options);
    }
    unmount() {
      this.isReady = false;
      this.box?.remove();
      this.box = undefined;
    }
    destroy() {
      this.unmount();
      this.release();
    }
  }

  class Elements {
    made = new Map();
    constructor(options) {
      this.options = options ?? {};
    }
    create(type, options) {
      // The same as the provider's: an element of each type at a time, until it is destroyed.
      if (this.made.has(type)) throw new Error(`Can only create one Element of type ${type}.`);
      const element = new CardForm(type, options, () => this.made.delete(type), this.options.appearance);
      this.made.set(type, element);
      return element;
    }
    getElement(type) {
      return this.made.get(typeof type === "string" ? type : "payment") ?? null;
    }
    update(options) {
      Object.assign(this.options, options);
    }
    async fetchUpdates() {
      return {};
    }
    async submit() {
      const form = this.form();
      const missing = form?.missing();
      return missing ? problem(missing[0], "validation_error", missing[1]) : { selectedPaymentMethod: "card" };
    }
    form() {
      return this.made.get("payment") ?? this.made.get("card") ?? null;
    }
  }

  // `stripeAccount`: the connected account on which the payments are, which the platform's own account does not know.
  function Stripe(key, { stripeAccount: account } = {}) {
    if (!String(key).startsWith("pk_test_")) throw new Error("The stand-in takes test keys only.");

    // `kind`: payment_intent or setup_intent. `method`: a payment method used before, in place of a form.
    async function confirm(kind, secret, form, returnUrl, redirect, method) {
      const missing = method ? null : form.missing();
      if (missing) return problem(missing[0], "validation_error", missing[1]);
      const id = secret.split("_secret_")[0];
      const intent = await ask(key, "POST", `${kind}s/${id}/confirm`, {
        client_secret: secret,
        return_url: returnUrl ?? location.href,
        ...(method ? { payment_method: method } : { card: { number: form.value("number") } }),
      }, account);
      if (intent.error) return { error: intent.error };
      if (intent.status === "requires_action") {
        location.assign(intent.next_action.redirect_to_url.url);
        return new Promise(() => {});
      }
      if (redirect === "always" && returnUrl) {
        const back = new URL(returnUrl);
        back.searchParams.set(kind, intent.id);
        back.searchParams.set(`${kind}_client_secret`, secret);
        back.searchParams.set("redirect_status", intent.status);
        location.assign(back);
        return new Promise(() => {});
      }
      return { [kind === "setup_intent" ? "setupIntent" : "paymentIntent"]: intent };
    }

    async function retrieve(kind, secret) {
      const id = secret.split("_secret_")[0];
      return ask(key, "GET", `${kind}s/${id}`, { client_secret: secret }, account);
    }

    const confirmElements = (kind) => ({ elements, clientSecret, confirmParams, redirect = "always" }) =>
      confirm(
        kind,
        clientSecret ?? elements.options.clientSecret,
        elements?.form(),
        confirmParams?.return_url,
        redirect,
        confirmParams?.payment_method,
      );

    return {
      elements: (options) => new Elements(options),
      confirmPayment: confirmElements("payment_intent"),
      confirmSetup: confirmElements("setup_intent"),
      confirmCardPayment: (secret, data, options) =>
        confirm("payment_intent", secret, data.payment_method.card, data.return_url, options?.handleActions === false ? "never" : "if_required"),
      async retrievePaymentIntent(secret) {
        const intent = await retrieve("payment_intent", secret);
        return intent.error ? { error: intent.error } : { paymentIntent: intent };
      },
      async retrieveSetupIntent(secret) {
        const intent = await retrieve("setup_intent", secret);
        return intent.error ? { error: intent.error } : { setupIntent: intent };
      },
      async createPaymentMethod(given) {
        const form = given.elements?.form() ?? given.card;
        const missing = form.missing();
        if (missing) return problem(missing[0], "validation_error", missing[1]);
        const made = await ask(key, "POST", "payment_methods", { type: "card", card: { number: form.value("number") } }, account);
        return made.error ? { error: made.error } : { paymentMethod: made };
      },
      async createToken(form) {
        const missing = form.missing();
        if (missing) return problem(missing[0], "validation_error", missing[1]);
        return { token: { id: `tok_${form.value("number").slice(-4)}`, object: "token", type: "card" } };
      },
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
