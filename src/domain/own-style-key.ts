/** Where a draft says which of a person's styles it has; no field of any schema is called that. */
export const ownStyleKey = '@style';
