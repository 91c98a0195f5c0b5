import { catch as orElse } from 'zod/mini';

/** What counts where a value is none of what it should be: one bad field does not cost the others. */
export { orElse };
