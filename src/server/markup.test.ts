import * as fc from 'fast-check'
import { renderToString } from 'katex'
import { expect, test } from 'vitest'
import type { ContentNode } from '#shared/content.ts'
import { cpuMs } from '#tests/time.ts'
import { typesetTex } from './katex.ts'
import { render, typeset } from './markup.ts'

const p = (...children: ContentNode[]) => ({ tag: 'p', children })
const words = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : words(node.children))).join('')
const everyNode = (nodes: readonly ContentNode[]): Exclude<ContentNode, string>[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...everyNode(node.children)]))

/** Returns the formulas in content as the TeX that KaTeX includes as an annotation. */
const formulas = (nodes: readonly ContentNode[]) =>
  everyNode(nodes)
    .filter(({ tag }) => tag === 'annotation')
    .map(({ children }) => words(children))

test.each<[string, string, ContentNode[]]>([
  ['plain text', 'How many walnuts are left?', [p('How many walnuts are left?')]],
  ['an empty text', '', []],
  ['two paragraphs', 'one\n\ntwo', [p('one'), p('two')]],
  ['a line break', 'one\\\ntwo', [p('one', { tag: 'br', children: [] }, 'two')]],
  [
    'emphasis',
    '**bold** and *slanted*',
    [p({ tag: 'strong', children: ['bold'] }, ' and ', { tag: 'em', children: ['slanted'] })],
  ],
  ['code', '`a < b`', [p({ tag: 'code', children: ['a < b'] })]],
  [
    'a list',
    '- one\n- two',
    [
      {
        tag: 'ul',
        children: [
          { tag: 'li', children: ['one'] },
          { tag: 'li', children: ['two'] },
        ],
      },
    ],
  ],
  [
    'a numbered list that starts at 3',
    '3. one',
    [{ tag: 'ol', attrs: { start: '3' }, children: [{ tag: 'li', children: ['one'] }] }],
  ],
  ['a quotation', '> wise', [{ tag: 'blockquote', children: [p('wise')] }]],
  ['an escaped character', String.raw`\$5 \* 2 &amp; more`, [p('$5 * 2 & more')]],
])('Markdown is rendered: %s', (_, markdown, content) =>
  expect(typeset(markdown)).toEqual({ content, faults: [] }),
)

test('a table keeps the alignment of its columns', () => {
  const [table] = render('|a|b|\n|:-|-:|\n|1|2|')
  expect(everyNode([table as ContentNode]).filter(({ tag }) => tag === 'td')).toEqual([
    { tag: 'td', attrs: { style: 'text-align:left' }, children: ['1'] },
    { tag: 'td', attrs: { style: 'text-align:right' }, children: ['2'] },
  ])
})

test.each<[string, string, string[]]>([
  ['TeX stands between dollar signs', 'Is $x^2$ or $y$?', ['x^2', 'y']],
  ['TeX on its own line stands between two dollar signs', '$$x$$', ['x']],
  ['TeX may span lines that look like lists', '$$\na\n- b\n= c\n$$', ['a\n- b\n= c']],
  ['two formulas can be on one line', '$$x$$ and $$y$$', ['x', 'y']],
  ['prices are not formulas', 'It costs $5 and $6, or $7.', []],
  ['prices next to each other are not a formula', 'from $5-$6', []],
  ['an escaped dollar sign opens no formula', String.raw`\$x$ and $y\$z$`, [String.raw`y\$z`]],
  ['two backslashes don’t escape a dollar sign', String.raw`$a\\$`, [String.raw`a\\`]],
  ['an empty formula is text', '$$ $$ and $ $', []],
  ['a formula that is not closed is text', '$x and $$y', []],
  ['TeX in code is code', '`$x$`', []],
  ['TeX keeps its underscores and stars', '$a_1 * b_1 * c$', ['a_1 * b_1 * c']],
])('math and prices are told apart: %s', (_, markdown, tex) =>
  expect(formulas(render(markdown))).toEqual(tex),
)

test('a formula is rendered for display and for screen readers', () => {
  const nodes = everyNode(render('$\\frac12$'))
  expect(nodes.some(({ tag }) => tag === 'mfrac')).toBe(true)
  expect(
    nodes.some(({ attrs }) => attrs?.['class'] === 'katex-html' && attrs['aria-hidden'] === 'true'),
  ).toBe(true)
})

/** Writes nodes as KaTeX writes them, for comparison. */
const written = (nodes: readonly ContentNode[]): string =>
  nodes
    .map((node) => {
      const escape = (text: string) =>
        text.replace(
          /[&><"']/g,
          (sign) => ({ '&': '&amp;', '>': '&gt;', '<': '&lt;', '"': '&quot;' })[sign] ?? '&#x27;',
        )
      if (typeof node === 'string') return escape(node)
      const attrs = Object.entries(node.attrs ?? {}).map(([name, value]) => ` ${name}="${escape(value)}"`)
      const single = ['path', 'line', 'mspace'].includes(node.tag) && node.children.length === 0
      return `<${node.tag}${attrs.join('')}${single ? '/>' : `>${written(node.children)}</${node.tag}>`}`
    })
    .join('')

test.each([
  'x^2+y_1',
  '\\frac{1}{2}+\\dfrac{a}{b}',
  '\\sqrt{x}+\\sqrt[3]{\\frac{1}{2}}',
  '12 \\div 3 \\times 4 \\,\\%\\;\\$5',
  '\\left(\\frac{1}{2}\\right)^2',
  '\\begin{array}{r|r}12&3\\\\\\hline 4&5\\end{array}',
  '\\begin{cases}1&x>0\\\\0&x\\le 0\\end{cases}',
  '\\overline{AB}\\perp\\overrightarrow{CD}',
  '\\cancel{5}\\boxed{x}\\underbrace{a+b}_{c}',
  '\\sum_{i=1}^{n}i',
  '90^\\circ\\angle ABC\\triangle',
  '\\text{apples < "pears" \\& more}\\color{red}x',
  '\\widehat{abc}\\xrightarrow{n}\\phase{-78}',
])('the nodes of %s match the output of KaTeX', (tex) => {
  const typesetAs = typesetTex(tex, { display: false })
  if (!typesetAs.ok) throw new Error(typesetAs.fault)
  const plain = (html: string) => html.replaceAll(' class ="', ' class="')
  expect(written(typesetAs.nodes)).toBe(
    plain(renderToString(tex, { output: 'htmlAndMathml', strict: 'ignore' })),
  )
})

test.each([
  ['addresses', '\\href{javascript:alert(1)}{x}', '\\href is not allowed'],
  ['bare addresses', '\\url{javascript:alert(1)}', '\\url is not allowed'],
  ['pictures', '\\includegraphics{https://example.org/a.png}', '\\includegraphics is not allowed'],
  ['classes', '\\htmlClass{danger}{x}', '\\htmlClass is not allowed'],
  ['ids', '\\htmlId{root}{x}', '\\htmlId is not allowed'],
  ['styles', '\\htmlStyle{position:fixed}{x}', '\\htmlStyle is not allowed'],
  ['attributes', '\\htmlData{a=b}{x}', '\\htmlData is not allowed'],
  [
    'a style in the place of a color',
    '\\color{red;background:url(x)}x',
    "Invalid color: 'red;background:url(x)'",
  ],
  ['a macro bomb', '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a}\\b\\b', 'it can’t define its own commands'],
  ['new commands', '\\newcommand{\\a}{b}\\a', 'it can’t define its own commands'],
  [
    'a chain of expansions',
    `${'\\Braket{'.repeat(20)}x|y${'}'.repeat(20)}`,
    'Too many expansions: infinite loop or need to increase maxExpand setting',
  ],
  [
    'a thousand nested fractions',
    `${'\\frac{'.repeat(1000)}1${'}{2}'.repeat(1000)}`,
    'it is longer than 4000 characters',
  ],
  ['deep fractions', `${'\\frac{'.repeat(51)}1${'}2'.repeat(51)}`, 'its braces are nested too deeply'],
  ['ten thousand braces', '{'.repeat(10_000), 'it is longer than 4000 characters'],
  ['braces within braces', `${'{'.repeat(1999)}${'}'.repeat(1999)}`, 'its braces are nested too deeply'],
  ['a huge table', `\\begin{matrix}${'&'.repeat(3900)}\\end{matrix}`, 'it is too complicated'],
  ['an unknown command', '\\foo', 'Undefined control sequence: \\foo'],
  ['an unfinished fraction', '\\frac{1}', "Unexpected end of input in a macro argument, expected '}'"],
])('TeX with %s is refused and shown as source', (_, tex, fault) => {
  expect(typesetTex(tex, { display: false })).toEqual({ ok: false, fault })
  const { content, faults } = typeset(`Look: $${tex}$`)
  expect(content).toEqual([p('Look: ', { tag: 'code', attrs: { class: 'broken-tex' }, children: [tex] })])
  expect(faults).toHaveLength(1)
})

test('an error message quotes the formula and says what is wrong with it', () => {
  expect(typeset('$\\foo$').faults).toEqual([
    'The math “\\foo” can’t be shown: Undefined control sequence: \\foo.',
  ])
})

test('a formula can’t draw anything larger than 25 em', () => {
  const sizes = everyNode(render('$\\rule{9999em}{9999em}$')).flatMap(({ attrs }) => [
    ...(attrs?.['style'] ?? '').matchAll(/([\d.]+)em/g),
  ])
  expect(Math.max(...sizes.map(([, size]) => Number(size)))).toBeLessThan(25)
})

test('unclosed formulas are parsed quickly, and formulas after them are rendered', () => {
  expect(cpuMs(() => typeset('$$a\n'.repeat(5000)))).toBeLessThan(1000)
  expect(words(render('$$a\nb\n\n$$x+1$$'))).toMatch(/^\$\$a\n?b.*x\+1/s)
  expect(everyNode(render('$$a\nb\n\n$$x+1$$')).some(({ tag }) => tag === 'math')).toBe(true)
})

test('all formulas of a text share the same limits', () => {
  expect(typeset('$x$ '.repeat(200)).faults).toEqual([])
  expect(typeset('$x$ '.repeat(201)).faults).toHaveLength(1)
  expect(typeset(`$${'x'.repeat(1000)}$ `.repeat(5)).faults).toHaveLength(1)
  const long = typeset('a'.repeat(20_001))
  expect([words(long.content).length, long.faults]).toEqual([
    20_001,
    ['The text is longer than 20000 characters.'],
  ])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '![x](https://example.org/a.png)',
  '<javascript:alert(1)>',
  'https://example.org',
  '"><iframe srcdoc=x>',
  '<!-- x -->',
  '<style>*{display:none}</style>',
  '# heading',
  '[x]: javascript:alert(1)',
])('%s is shown as plain text', (hostile) => {
  expect(render(hostile)).toEqual([p(hostile)])
  expect(words(render(`**${hostile}**`))).toContain(hostile)
})

const tags = new Set('p br strong em code ul ol li blockquote table thead tbody tr th td'.split(' '))

test('rendering never throws and produces only known nodes', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '$',
      '$$',
      '\\',
      '{',
      '}',
      '\\frac',
      '\\sqrt',
      '^',
      '_',
      '&',
      '\\\\',
      '\\left(',
      '\\right)',
      '\\begin{matrix}',
      '\\end{matrix}',
      'x',
      ' ',
      '\n',
      '- ',
      '> ',
      '|',
      '`',
      '*',
      '<b>',
      '\\text',
      '\\href',
      '1',
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((all) => all.join('')),
        pieces.map((all) => `$${all.join('')}$`),
        fc.string({ unit: 'binary', maxLength: 200 }),
      ),
      (source) => {
        for (const { tag, attrs = {} } of everyNode(render(source))) {
          expect(tags.has(tag) || /^(span|svg|path|line|m[a-z]+|semantics|annotation)$/.test(tag)).toBe(true)
          expect(Object.keys(attrs).filter((name) => /^on|^href$|^src$|^id$/i.test(name))).toEqual([])
          expect(attrs['style'] ?? '').not.toMatch(/url|[()\\@]|fixed|absolute/)
        }
      },
    ),
    { numRuns: 1500 },
  )
})

test.each([
  [String.raw`x\hspace{-999em}y`, String.raw`\hspace{-999em} at character 2`],
  [String.raw`\hspace*{-99em}y`, String.raw`\hspace*{-99em} at character 1`],
  [String.raw`a\kern-999em b`, String.raw`\kern-999em at character 2`],
  [String.raw`a\kern - 99 em b`, 'moves part of the formula too far'],
  [String.raw`a\mkern-999mu b`, String.raw`\mkern-999mu at character 2`],
  [String.raw`a\mskip-999mu b`, String.raw`\mskip-999mu at character 2`],
  [String.raw`a\hskip-999em b`, String.raw`\hskip-999em at character 2`],
  [String.raw`\raisebox{-999em}{x}`, String.raw`\raisebox{-999em} at character 1`],
  [String.raw`\rule[-999em]{1em}{1em}`, String.raw`\rule[-999em] at character 1`],
  [String.raw`\begin{matrix}a\\[-99em]b\end{matrix}`, String.raw`\\[-99em] at character 16`],
  [String.raw`x\hspace{-2em}`.repeat(15), String.raw`\hspace{-2em} at character 2`],
])('%s, which would draw over the page, is refused with its position', (tex, fault) => {
  expect(typeset(`$${tex}$`).faults.join()).toContain(fault)
})

test.each([
  String.raw`\int_0^1\!\!\!\int x\,dx`,
  String.raw`\sqrt[3]{\frac{a}{b}}`,
  String.raw`x\hspace{-0.5em}/`,
  String.raw`\begin{pmatrix}1\\2\\3\\4\\5\\6\\7\\8\\9\\10\end{pmatrix}`,
  String.raw`\begin{array}{r}12\\[-0.2em]+\,7\\\hline 19\end{array}`,
  String.raw`\overbrace{a+b}^{c}\cancel{x}\boxed{y}\hat{f}\not=`,
  String.raw`\raisebox{0.5em}{x}\rule[-1em]{2em}{3em}`,
  String.raw`\underset{x\to 0}{\lim}\;\sum_{i=1}^{n}\limits i`,
])('%s stays within the formula and is accepted', (tex) => expect(typeset(`$${tex}$`).faults).toEqual([]))
