/** Whether an address is one of the playground, whose words are the first to come. */
export const isPlaygroundPath = (pathname: string): boolean =>
  pathname === '/generate' || pathname.startsWith('/generate/');
