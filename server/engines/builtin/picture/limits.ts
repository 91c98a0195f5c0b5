/** `accept_types` of tools that read pictures: what the decoders here can really read. */
export const readableExtensions = ['png', 'jpg', 'jpeg', 'webp', 'gif'];

/** The longest side a tool makes. */
export const outputMaxSide = 8192;
