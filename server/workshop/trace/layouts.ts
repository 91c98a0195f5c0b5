export const traceLayouts = ['plain', 'stacked', 'row', 'badge'] as const;
