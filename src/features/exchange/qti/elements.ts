/**
 * XML element of QTI 2.1 (product §6). QTI stores questions as `assessmentItem` files in an IMS content
 * package, which other systems can read. QTI supports less than our own format. An export leaves out what
 * QTI doesn't support, and lists what it left out.
 */
export type Element = { tag: string; attrs: Readonly<Record<string, string>>; children: readonly Xml[] }
export type Xml = string | Element

/** Creates an element; attributes without a value are left out. */
export const element = (
  tag: string,
  attrs: Readonly<Record<string, string | undefined>>,
  ...children: readonly Xml[]
): Element => ({
  tag,
  attrs: Object.fromEntries(
    Object.entries(attrs).filter((each): each is [string, string] => each[1] !== undefined),
  ),
  children,
})

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
/** Matches characters that XML can't represent. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const inText = (text: string) =>
  text.replace(unwritable, '').replace(/[&<>\r]/g, (sign) => entities[sign] ?? sign)
const inAttribute = (text: string) =>
  text.replace(unwritable, '').replace(/[&<>"\n\r\t]/g, (sign) => entities[sign] ?? sign)

function written(node: Xml): string {
  if (typeof node === 'string') return inText(node)
  const attrs = Object.entries(node.attrs).map(([name, value]) => ` ${name}="${inAttribute(value)}"`)
  const inner = node.children.map(written).join('')
  return inner === ''
    ? `<${node.tag}${attrs.join('')}/>`
    : `<${node.tag}${attrs.join('')}>${inner}</${node.tag}>`
}

/** Writes an XML document. Adds no white space, because it would be significant in content. */
export const xmlFile = (root: Element) => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}\n`

/** Returns the child elements in document order. */
export const elementsIn = ({ children }: Element) => children.filter((each) => typeof each !== 'string')
export const childrenOf = (parent: Element, tag: string) =>
  elementsIn(parent).filter((each) => each.tag === tag)
export const childOf = (parent: Element | undefined, tag: string) =>
  parent ? childrenOf(parent, tag)[0] : undefined
export const allBelow = (parent: Element): Element[] =>
  elementsIn(parent).flatMap((each) => [each, ...allBelow(each)])

/** Returns all text of an element, with white space collapsed. */
export const textIn = (node: Xml | undefined): string => rawText(node).replace(/\s+/g, ' ').trim()
const rawText = (node: Xml | undefined): string =>
  node === undefined ? '' : typeof node === 'string' ? node : node.children.map(rawText).join('')

/** Names of the files that every exported package has. */
export const packageFiles = { manifest: 'imsmanifest.xml', dropped: 'dropped.txt' } as const
export const itemType = 'imsqti_item_xmlv2p1'
