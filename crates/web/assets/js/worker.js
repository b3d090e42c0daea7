// @ts-check
// The games by WebAssembly, in a worker: questions come in, answers go out, as text.
// The first message may bring the compiled module; the first answer says whether there is one.

/** @type {Promise<any>} */
let games;

/** @param {WebAssembly.Module} [given] */
async function load(given) {
  const found = given ?? (await compiled());
  if (!found) return null;
  // Made by `cargo xtask site`, and not there before.
  const made = '../wasm/azulejo.js';
  const azulejo = await import(made);
  await azulejo.default({ module_or_path: found });
  return { azulejo, module: found };
}

async function compiled() {
  const response = await fetch(new URL('../wasm/azulejo_bg.wasm', import.meta.url));
  if (response.status !== 200) return null;
  // A host that does not know what this is sends it as any file.
  if (!response.headers.get('Content-Type')?.startsWith('application/wasm')) return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

self.onmessage = async ({ data }) => {
  if (!games) {
    games = load(data.module);
    const loaded = await games.catch(() => null);
    self.postMessage({ ready: Boolean(loaded), module: loaded?.module });
    return;
  }
  const { id, call, values } = data;
  try {
    const { azulejo } = await games;
    self.postMessage({ id, text: azulejo[call](...values) });
  } catch (error) {
    // A fault of ours ends this instance of the module: whoever asked begins another.
    self.postMessage({ id, fault: String(error) });
  }
};
