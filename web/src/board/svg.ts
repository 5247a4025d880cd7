const NAMESPACE = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number>;

/** An SVG element with attributes and children. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (SVGElement | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The transform that puts a group at a spot. As a style, so that it can be animated. */
export function translate(x: number, y: number): string {
  return `translate(${x}px, ${y}px)`;
}
