import { convertLatexToMarkup } from 'mathlive/ssr'
import { expect, test } from 'vitest'
import { drawingOnly } from './svg-markup.ts'

test.each([
  'x^2+\\frac{3}{4}',
  '\\sqrt[3]{\\frac{a_1}{b}}\\le\\pi',
  '\\left(\\frac{1}{2}\\right)^{\\circ}\\ne 5\\ge 2',
  '\\overline{AB}\\times\\vec{v}',
  '\\sin\\left(2x\\right)<\\log 5',
  '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
  '\\placeholder{}',
])('%s is drawn with unchanged markup', (latex) => {
  const markup = convertLatexToMarkup(latex)
  expect(markup).toContain('<span')
  expect(drawingOnly(markup)).toBe(markup)
})

test('the markup around a field’s formula stays unchanged', () => {
  const markup =
    '<span class="ML__latex" translate="no" aria-hidden="true"><span class="ML__base">x</span></span>'
  expect(drawingOnly(markup)).toBe(markup)
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<span onclick="alert(1)">x</span>',
  "<span class='a' onmouseover='alert(1)'>x</span>",
  '<span class="a"onclick="alert(1)">x</span>',
  '<span/onclick=alert(1)>x</span>',
  '<svg><a href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,x"/></svg>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="&lt;script>alert(1)&lt;/script>">',
  '<math><mtext><style><img src onerror=alert(1)></style></mtext></math>',
  '<span class="<img src=x onerror=alert(1)>">x</span>',
  '<form><button formaction="javascript:alert(1)">',
  '<style>@import "//evil"</style>',
  '<!--<img src=x onerror=alert(1)>-->',
  '<<span>img src=x onerror=alert(1)>',
])('%s neither runs nor loads anything', (markup) => {
  const left = drawingOnly(markup)
  const kept = left.match(/<[^>"']*(?:"[^"]*"|'[^']*'|[^>"'])*>/g) ?? []
  for (const each of kept)
    expect(each).toMatch(/^<\/?(span|svg|g|path|div)(\s+(class|style)=("[^"]*"|'[^']*'))*\s*\/?>$/)
})
