import { enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';

// Compiled code and stripped types are kept: the second start, and each process for a task, need not do it again.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../.cache/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

// Node reads a package's package.json, 178 KB for drizzle-orm, for each of its 423 files that names another one: a third
// of the whole start. All of them are ES modules named in full.
registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL;
    if (!specifier.startsWith('.') || !from?.includes('/node_modules/drizzle-orm/')) {
      return next(specifier, context);
    }
    return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
  },
});

await import('./serve.ts');
