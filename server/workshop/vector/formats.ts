export const vectorFormats = ['png', 'svg'] as const;
