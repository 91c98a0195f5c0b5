import { useEffect } from 'react';
import { useAtomValue } from './atoms.ts';
import { productNameAtom } from './product-name.ts';

/** Page titles are the route's title plus the product's (specification 1, section 2). */
export function usePageTitle(title: string | null) {
  const product = useAtomValue(productNameAtom);
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
}
