import { inflateSync } from 'node:zlib'

/** A page of a printed document: its size in points, and its texts in drawing order. */
export type PrintedPage = { width: number; height: number; text: string }

/** Parses a document printed by Chromium, in which objects are plain text and only streams are compressed. */
export function pagesOf(pdf: Buffer): PrintedPage[] {
  const file = pdf.toString('latin1')
  const objects = new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n?([^]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const at = (ref = '') => objects.get(ref) ?? ''
  const fonts = new Map<string, (codes: string) => string>()
  const fontOf = (id: string) => {
    const known = fonts.get(id) ?? readerOf(streamOf(at(refs(at(id), 'ToUnicode')[0])))
    fonts.set(id, known)
    return known
  }
  const root = at(refs(file.slice(file.lastIndexOf('trailer')), 'Root')[0])
  const leaves = (id: string): string[] =>
    /\/Type\s*\/Pages\b/.test(at(id)) ? refs(at(id), 'Kids').flatMap(leaves) : [id]
  return refs(root, 'Pages')
    .flatMap(leaves)
    .map((id) => {
      const body = at(id)
      const [, , width = 0, height = 0] = (/\/MediaBox\s*\[([^\]]*)\]/.exec(body)?.[1] ?? '')
        .trim()
        .split(/\s+/)
        .map(Number)
      const named = new Map(
        [...body.matchAll(/\/(F\d+)\s+(\d+) 0 R/g)].map(([, name = '', ref = '']) => [name, fontOf(ref)]),
      )
      const text = refs(body, 'Contents').map((ref) => textOf(streamOf(at(ref)), named))
      return { width, height, text: text.join(' ') }
    })
}

/** Returns the ids of the objects that an entry refers to. */
function refs(body: string, entry: string) {
  const said = new RegExp(`/${entry}\\s*(\\[[^\\]]*\\]|\\d+ 0 R)`).exec(body)?.[1] ?? ''
  return [...said.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => id)
}

function streamOf(body: string) {
  const start = /stream\r?\n/.exec(body)
  if (!start) return ''
  const data = Buffer.from(body.slice(start.index + start[0].length, body.lastIndexOf('endstream')), 'latin1')
  return (/\/FlateDecode/.test(body.slice(0, start.index)) ? inflateSync(data) : data).toString('latin1')
}

const wordOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Returns a function that decodes a font's glyph codes with the font's own table of characters. */
function readerOf(table: string) {
  const said = new Map<number, string>()
  const digits = /begincodespacerange\s*<(\w+)>/.exec(table)?.[1]?.length ?? 4
  for (const [, block = ''] of table.matchAll(/beginbfchar([^]*?)endbfchar/g))
    for (const [, code = '', word = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      said.set(parseInt(code, 16), wordOf(word))
  for (const [, block = ''] of table.matchAll(/beginbfrange([^]*?)endbfrange/g))
    for (const [, from = '', to = '', word = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let code = parseInt(from, 16), first = code; code <= parseInt(to, 16); code += 1)
        said.set(code, String.fromCharCode(parseInt(word, 16) + code - first))
  return (codes: string) =>
    (codes.match(new RegExp(`.{${digits}}`, 'g')) ?? [])
      .map((code) => said.get(parseInt(code, 16)) ?? '')
      .join('')
}

/** Returns the text that a page draws, with a space between separately drawn parts. */
function textOf(stream: string, fonts: ReadonlyMap<string, (codes: string) => string>) {
  let read = (_: string) => ''
  const parts: string[] = []
  for (const [, font, shown] of stream.matchAll(
    /\/(F\d+) [\d.-]+ Tf|(<[\da-fA-F]+>|\[[^\]]*\])\s*T[jJ]|ET/g,
  )) {
    if (font) read = fonts.get(font) ?? (() => '')
    else if (shown)
      parts.push([...shown.matchAll(/<([\da-fA-F]+)>/g)].map(([, codes = '']) => read(codes)).join(''))
    else parts.push(' ')
  }
  return parts.join('').replace(/\s+/g, ' ')
}
