// Drawing on a canvas that is sharp on any screen and follows the theme.

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useInspector } from './inspector-store.ts';

/** Width and height of an element, kept up to date; 0 before the first layout. */
export function useSize<E extends HTMLElement>(): { ref: RefObject<E | null>; width: number; height: number } {
  const ref = useRef<E>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // The observer tells the first size, too, once the page is laid out: whoever measures sooner has all of it laid out for one number.
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}

/** Colours by token name, read from the page as it is themed now. */
export type Ink = (token: string) => string;

/** Changes when the theme does, so that a drawing is made again. */
function useThemeKey(): string {
  const theme = useInspector((state) => state.theme);
  const [system, setSystem] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)');
    const change = () => setSystem(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return `${theme}-${system}`;
}

/** Draws once a frame at most, whenever what it depends on has changed. */
export function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  size: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D, ink: Ink) => void,
  dependencies: readonly unknown[],
): void {
  const theme = useThemeKey();
  useLayoutEffect(() => {
    const request = requestAnimationFrame(() => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (!element || !context || size.width < 1 || size.height < 1) return;
      const ratio = window.devicePixelRatio || 1;
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      if (element.width !== width) element.width = width;
      if (element.height !== height) element.height = height;
      const style = getComputedStyle(document.documentElement);
      const known = new Map<string, string>();
      const ink: Ink = (token) => {
        let value = known.get(token);
        if (value === undefined) known.set(token, (value = style.getPropertyValue(`--${token}`).trim()));
        return value;
      };
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, size.width, size.height);
      draw(context, ink);
    });
    return () => cancelAnimationFrame(request);
    // The list of dependencies is the caller's: it knows what its drawing reads.
  }, [theme, size.width, size.height, ...dependencies]);
}
