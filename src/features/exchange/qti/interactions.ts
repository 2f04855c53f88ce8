import type { ContentNode } from '#shared/content.ts'
import { element, type Element, type Xml } from './elements.ts'

/** Converts Markdown to nodes and leaves TeX as text. */
export type Content = (source: string) => ContentNode[]
/** An interaction and the declaration of its right answer. */
export type BuiltInteraction = { declaration: Element; shown: Xml }

/**
 * Returns the class to write for an element: its own class, or one that stands for the alignment of a column
 * or the start number of a list, because QTI has no attributes for them.
 */
function classOf({ style, start, class: named }: Record<string, string>) {
  const side = /^text-align:(\w+)$/.exec(style ?? '')?.[1]
  return named ?? side ?? (start ? `start-${start}` : undefined)
}

/** Wraps the backslash of `\(` and `\[` in a `span`, so that they aren't read as the start of TeX. */
const plainText = (text: string): Xml[] =>
  text
    .split(/(?<=\\)(?=[([])/)
    .flatMap((piece, at): Xml[] =>
      at === 0 ? [piece] : [element('span', {}, piece.slice(0, 1)), piece.slice(1)],
    )

export const xhtml = (nodes: readonly ContentNode[]): Xml[] =>
  nodes.flatMap((node): Xml[] => {
    if (typeof node === 'string') return plainText(node)
    const { tag, attrs = {}, children } = node
    return [
      element(
        tag,
        { class: classOf(attrs) },
        ...(attrs['class'] === 'tex' ? children.map((each) => each as string) : xhtml(children)),
      ),
    ]
  })

/** Renders a single paragraph inline, and anything more as blocks. */
export function inLine(nodes: readonly ContentNode[]) {
  const [first, ...others] = nodes
  return first && typeof first !== 'string' && first.tag === 'p' && others.length === 0
    ? xhtml(first.children)
    : xhtml(nodes)
}

const values = (all: readonly string[]) => all.map((text) => element('value', {}, text))

type DeclaredResponse = {
  id: string
  right: readonly string[]
  baseType: string
  cardinality?: string
  mapping?: Element
}
export const declare = ({ id, right, baseType, cardinality = 'single', mapping }: DeclaredResponse) =>
  element(
    'responseDeclaration',
    { identifier: id, cardinality, baseType },
    ...(right.length > 0 ? [element('correctResponse', {}, ...values(right))] : []),
    ...(mapping ? [mapping] : []),
  )

/** Builds a mapping in which every right answer scores 1. */
export const mapOf = (right: readonly string[], caseSensitive?: boolean) =>
  element(
    'mapping',
    { defaultValue: '0' },
    ...[...new Set(right)].map((mapKey) =>
      element('mapEntry', { mapKey, mappedValue: '1', caseSensitive: caseSensitive?.toString() }),
    ),
  )
