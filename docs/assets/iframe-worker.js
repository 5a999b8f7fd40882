// Browsers start no worker from a file. In pages that are opened as files, its script runs in a
// hidden frame instead, so that the search works without a server.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.ready = new Promise((resolve) => {
        this.frame.onload = () => {
          const inside = this.frame.contentWindow;
          inside.postMessage = (data) => this.answer(data);
          inside.importScripts = (...scripts) =>
            scripts.reduce((before, script) => before.then(() => load(inside, script, address)),
              Promise.resolve());
          load(inside, address, location.href).then(() => resolve(inside));
        };
      });
      document.body.appendChild(this.frame);
    }
    answer(data) {
      const event = new MessageEvent("message", { data });
      if (this.onmessage) this.onmessage(event);
      this.dispatchEvent(event);
    }
    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
  const load = (inside, script, base) =>
    new Promise((resolve, reject) => {
      const element = inside.document.createElement("script");
      element.src = new URL(script, base).href;
      element.onload = resolve;
      element.onerror = reject;
      inside.document.head.appendChild(element);
    });
}
