// @ts-check
/** Unpacks the scripts of the page, which would be three times as long, and runs one after the other. */
(async () => {
  if (!("DecompressionStream" in window)) {
    document.body.prepend("These slides need a browser of 2023 or newer.");
    return;
  }
  const packed = document.getElementById("packed").textContent;
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const gzip = new DecompressionStream("gzip");
  const texts = new Response(new Blob([bytes]).stream().pipeThrough(gzip));
  for (const text of await texts.json()) {
    const script = document.createElement("script");
    script.textContent = text;
    document.body.append(script);
  }
})();
