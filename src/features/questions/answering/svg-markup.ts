/**
 * Elements that the math field uses for boxes, lines and accents. None of them loads, runs or links to
 * anything.
 */
const tags = new Set([
  'span',
  'div',
  'br',
  'svg',
  'g',
  'path',
  'line',
  'rect',
  'circle',
  'ellipse',
  'polygon',
  'polyline',
])
const attributes =
  /^(class|style|id|role|part|tabindex|contenteditable|inputmode|autocapitalize|autocomplete|autocorrect|spellcheck|translate|title|aria-[a-z]+|data-[\w-]+|xmlns|width|height|viewbox|preserveaspectratio|focusable|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|points|transform|fill|fill-rule|clip-rule|stroke|stroke-[a-z]+|opacity)$/i

const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][\w-]*(?:=(?:"[^"]*"|'[^']*'|[\w-]+))?)*)\s*\/?>/gi
const attribute = /\s([a-z][\w-]*)(?=[=\s]|$)(?:="[^"]*"|='[^']*'|=[\w-]+)?/gi

const isDrawing = (name: string, attributesText: string) =>
  tags.has(name.toLowerCase()) &&
  [...attributesText.matchAll(attribute)].every(([, each = '']) => attributes.test(each))

/** Keeps markup used for drawing, and turns all other markup into plain text. */
export function drawingOnly(markup: string) {
  let [clean, end] = ['', 0]
  for (const found of markup.matchAll(tag)) {
    const [whole, , name = '', attributesText = ''] = found
    clean += markup.slice(end, found.index).replaceAll('<', '&lt;')
    clean += isDrawing(name, attributesText) ? whole : whole.replaceAll('<', '&lt;')
    end = found.index + whole.length
  }
  return clean + markup.slice(end).replaceAll('<', '&lt;')
}
