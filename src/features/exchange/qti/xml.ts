import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { decodeEntities } from '#server/markup.ts'
import { badText } from '#shared/text.ts'
import { element, type Element, type Xml } from './elements.ts'

/** Limits for uploaded XML: document size in bytes, and nesting depth. */
export const xmlLimits = {
  item: 128 * 1024,
  manifest: 1024 * 1024,
  /** Maximum size of a QTI 1.2 file, which has many items. */
  bank: 2 * 1024 * 1024,
  depth: 60,
} as const

const options = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: xmlLimits.depth,
}
const reader = new XMLParser(options)
/** Parses hand-written HTML and the output of editors, which may contain unclosed tags. */
const htmlReader = new XMLParser({
  ...options,
  unpairedTags: ['br', 'hr', 'img', 'input', 'wbr', 'col'],
  stopNodes: ['*.script', '*.style'],
})

/** Thrown with the reason why a document can't be read, worded to follow the document's name. */
export class BadXml extends Error {}

const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes XML's built-in entities and character references. Throws `BadXml` for any other `&`. */
const decoded = (text: string) =>
  text.replace(/&([^;&\s]{0,20});?/g, (whole, name: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
    const code = hex ? parseInt(hex, 16) : decimal ? Number(decimal) : null
    const sign = code === null ? known[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    if (sign === undefined || !whole.endsWith(';')) throw new BadXml(`has “${whole}”, which isn’t recognized`)
    return sign
  })

/** Node of the parser: a tag with its children, or text, with attributes under `:@`. */
type Node = Record<string, unknown> & { ':@'?: Record<string, string> }

function grown(nodes: readonly Node[], decode: (text: string) => string = decoded): Xml[] {
  return nodes.flatMap((node): Xml[] => {
    const { ':@': attrs = {}, ...named } = node
    const [tag, inner] = Object.entries(named)[0] ?? []
    if (tag === undefined) return []
    if (tag === '#text') return [decode(String(inner))]
    if (tag === '#cdata') return (inner as { '#text'?: string }[]).map((each) => each['#text'] ?? '')
    const read = Object.entries(attrs).map(([name, value]) => [name, decode(value)] as const)
    return [element(tag, Object.fromEntries(read), ...grown(inner as Node[], decode))]
  })
}

/** Decodes bytes as UTF-8, the only encoding supported. */
function textOf(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadXml('isn’t in UTF-8')
  }
}

/**
 * Returns the root of a document of at most `most` bytes. Throws `BadXml` if it is larger, isn't in UTF-8,
 * isn't well-formed, is nested too deeply, or has a `DOCTYPE`, definitions, or characters that aren't
 * allowed.
 */
export function readXml(bytes: Uint8Array, most: number): Element {
  if (bytes.length > most) throw new BadXml(`is larger than ${most / 1024} KiB`)
  const text = textOf(bytes)
  if (/<!\s*(doctype|entity|element|attlist|notation)/i.test(text))
    throw new BadXml('has a DOCTYPE declaration, which isn’t allowed')
  if (badText(text.replace(/\r/g, ''))) throw new BadXml('has characters that are not allowed')
  try {
    if (XMLValidator.validate(text) !== true) throw new BadXml('isn’t well-formed XML')
    const roots = grown(reader.parse(text) as Node[]).filter((each) => typeof each !== 'string')
    const [root] = roots
    if (!root || roots.length > 1) throw new BadXml('isn’t well-formed XML')
    return root
  } catch (error) {
    if (error instanceof BadXml) throw error
    throw new BadXml(
      `can’t be read: it is nested more than ${xmlLimits.depth} levels deep, or has names that aren’t allowed`,
    )
  }
}

/**
 * Returns the nodes of an HTML text, wrapped in a `div`. Throws `BadXml` if it is nested too deeply.
 * Tolerates other errors where possible.
 */
export function readHtml(text: string): Xml[] {
  // Removes comments, which may be unclosed, and document types, which could define entities.
  const plain = text.replace(/<!--.*?(-->|$)/gs, '').replace(/<![^>]*>/g, '')
  try {
    return grown(htmlReader.parse(`<div>${plain}</div>`) as Node[], decodeEntities)
  } catch {
    throw new BadXml('has HTML that can’t be read')
  }
}
