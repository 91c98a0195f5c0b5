import { useEffect } from 'react';

/** Page titles are the route's title plus the product's (specification 1, section 2). */
export function usePageTitle(title: string | null) {
  useEffect(() => {
    document.title = title ? `${title} · Kiln 窑` : 'Kiln 窑';
  }, [title]);
}
