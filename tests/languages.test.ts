import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { likenessReasons } from '#features/schedule/credits/likeness.ts'
import { spanishCatalogs } from '#features/overview/spanish.ts'
import { spanish, staffCatalogs } from '#features/overview/spanish-staff.ts'
import { apart } from '../vitest.config.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/*.test.*', '**/es.ts', '**/es-staff.ts'],
})
const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

type Node = { type: string; value?: unknown } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Returns the texts in a literal, or in both branches of a conditional. */
const textsOf = (node: unknown): string[] => {
  if (!isNode(node)) return []
  if (node.type === 'ConditionalExpression') return [node['consequent'], node['alternate']].flatMap(textsOf)
  return node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : []
}

const named = (node: unknown, name: string) => isNode(node) && node['name'] === name

/** Returns the texts that code looks up: `t('…')` and `<Sentence text="…">`. */
function textsIn(node: Node): string[] {
  const inner = Object.values(node).flat().filter(isNode).flatMap(textsIn)
  if (node.type === 'CallExpression' && named(node['callee'], 't'))
    return [...textsOf((node['arguments'] as unknown[])[0]), ...inner]
  if (node.type !== 'JSXOpeningElement' || !named(node['name'], 'Sentence')) return inner
  const text = (node['attributes'] as Node[]).find((each) => named(each['name'], 'text'))
  return [...textsOf(text?.value), ...inner]
}

const looksUp = sources.filter(({ text }) => /\bt\(|<Sentence/.test(text))
const used = new Set(
  looksUp.flatMap(({ file, text }) => textsIn(parseSync(file, text).program as unknown as Node)),
)
const blanksOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()

test('every text that code looks up is in the Spanish catalogs', () => {
  expect(used.size).toBeGreaterThan(800)
  expect([...used].filter((text) => !Object.hasOwn(spanish.catalog, text))).toEqual([])
})

/** Attributes whose values people read or hear. */
const spoken = new Set([
  'alt',
  'aria-label',
  'description',
  'empty',
  'facts',
  'hint',
  'label',
  'legend',
  'nothingFound',
  'of',
  'placeholder',
  'save',
  'title',
])

/** Texts that aren't translated: the product's name, keys of the keypad, a path, and a line of a file. */
const sameEverywhere = /^(Blended Learning|abc|or|\/activate|\{"question": "…", "answer": "…"\})$/

/** Returns the texts in a page's elements and attributes that no call of `t` looks up. */
function textsOutside(node: Node): string[] {
  if (node.type === 'CallExpression' && named(node['callee'], 't')) return []
  if (node.type === 'JSXText') return [String(node.value)]
  if (node.type === 'JSXElement' && named((node['openingElement'] as Node)['name'], 'style')) return []
  if (node.type !== 'JSXAttribute') {
    const children = (node['children'] as Node[] | undefined) ?? []
    const shown = children.flatMap(({ type, expression }) =>
      type === 'JSXExpressionContainer' ? literalsIn(expression) : [],
    )
    return [...shown, ...Object.values(node).flat().filter(isNode).flatMap(textsOutside)]
  }
  if (!spoken.has(String((node['name'] as Node)['name'])))
    return isNode(node.value) ? textsOutside(node.value) : []
  return wordsIn(node.value)
}

/** Returns the literal texts that an expression may yield, except arguments of calls. */
function literalsIn(value: unknown): string[] {
  if (!isNode(value)) return []
  if (value.type === 'ConditionalExpression' || value.type === 'LogicalExpression')
    return [value['consequent'], value['alternate'], value['left'], value['right']].flatMap(literalsIn)
  if (value.type === 'TemplateLiteral')
    return (value['quasis'] as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked)
  return value.type === 'Literal' && typeof value.value === 'string' ? [value.value] : []
}

/** Returns the texts in the value of an attribute that people read or hear. */
function wordsIn(value: unknown): string[] {
  if (!isNode(value)) return []
  const inner = value.type === 'JSXExpressionContainer' ? value['expression'] : value
  return isNode(inner) && inner.type.startsWith('JSX') ? textsOutside(inner) : literalsIn(inner)
}

test('every text of a page is looked up in a catalog', () => {
  const outside = sources
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, text }) =>
      textsOutside(parseSync(file, text).program as unknown as Node)
        .map((found) => found.trim())
        .filter((found) => /\p{L}{2}/u.test(found) && !sameEverywhere.test(found))
        .map((found) => `${file}: ${found}`),
    )
  expect(outside).toEqual([])
})

/** Tables that are the same in every language, or whose entries are looked up where they are shown. */
const untranslatedTables = new Set(['quarterWords', 'stepWords', 'adjustmentWords'])

/** Returns the tables of words from which an entry is taken without a call of `t`. */
function tablesOutside(node: Node): string[] {
  if (node.type === 'CallExpression' && named(node['callee'], 't')) return []
  const inner = Object.values(node).flat().filter(isNode).flatMap(tablesOutside)
  const { name } = (node.type === 'MemberExpression' && node['computed'] ? node['object'] : {}) as Node
  return /(?:Words|[lL]abels)$/.test(String(name)) ? [String(name), ...inner] : inner
}

test('every entry of a table of words that a page shows is looked up in a catalog', () => {
  const outside = sources
    .filter(({ file }) => /\.tsx$|[\\/]use-[\w-]+\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      tablesOutside(parseSync(file, text).program as unknown as Node)
        .filter((table) => !untranslatedTables.has(table))
        .map((table) => `${file}: ${table}`),
    )
  expect(outside).toEqual([])
})

/** An object with all of these `keys` is a message. People read the texts of its `read` keys. */
const messages = [
  { keys: ['subject', 'body'], read: ['subject', 'body'] },
  { keys: ['title', 'text', 'path', 'tag'], read: ['title', 'text'] },
]

const keyOf = ({ key }: Node) => String((key as Node | undefined)?.['name'])

/** Returns a node and all nodes below it. */
const nodesIn = (node: Node): Node[] => [node, ...Object.values(node).flat().filter(isNode).flatMap(nodesIn)]

/**
 * Returns the literal texts of messages that no call of `t` looks up, including those in constants of the
 * same file.
 */
function textsOfMessages(program: Node): string[] {
  const nodes = nodesIn(program)
  const constants = nodes.filter(({ type }) => type === 'VariableDeclarator')
  const literals = (value: unknown): string[] => {
    if (!isNode(value) || value.type !== 'Identifier') return literalsIn(value)
    return constants
      .filter(({ id }) => named(id, String(value['name'])))
      .flatMap(({ init }) => literalsIn(init))
  }
  return nodes
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap((object) => {
      const properties = (object['properties'] as Node[]).filter(({ type }) => type === 'Property')
      const found = messages.find(({ keys }) => keys.every((key) => properties.map(keyOf).includes(key)))
      return properties
        .filter((each) => found?.read.includes(keyOf(each)))
        .flatMap(({ value }) => literals(value))
    })
}

const untranslated = (file: string, text: string) =>
  textsOfMessages(parseSync(file, text).program as unknown as Node).filter((found) => /\p{L}{2}/u.test(found))

/** Files with texts of messages that offices write or change: the templates, and valid calls for tests. */
const written = /(?:^|[\\/])(?:examples|defaults)\.ts$/

test('the text of every email and notification is looked up in a catalog', () => {
  const sending = sources.filter(
    ({ file, text }) => file.endsWith('.ts') && !written.test(file) && /subject|title/.test(text),
  )
  expect(sending.length).toBeGreaterThan(20)
  expect(
    sending.flatMap(({ file, text }) => untranslated(file, text).map((found) => `${file}: ${found}`)),
  ).toEqual([])
})

test.each([
  ["queueMail(db, settings, { to, subject: 'Welcome', body: t('Hello') })", ['Welcome']],
  ['queueMail(db, settings, { to, subject: `Invoice ${number}`, body })', ['Invoice ']],
  ["const subject = isOn ? 'It is on' : t('Off'); queueMail(db, settings, { subject, body })", ['It is on']],
  ['queueMail(db, settings, { to, subject: written.subject, body: `${greeting}\\n\\n${text}` })', []],
  ["const shown = { title: 'News', text: t('Hello'), path: '/parent', tag: 'welcome' }", ['News']],
])('the check finds the literal texts of a message: %s', (code, found) => {
  expect(untranslated('code.ts', code)).toEqual(found)
})

/** Functions that make a refusal, with the position of its sentence among their arguments. */
const refusals = new Map([
  ['refused', 1],
  ['conflict', 1],
  ['forbidden', 1],
  ['Problem', 2],
])

/** Files with refusals that other programs get, or that a page replaces with a form or a text of its own. */
const forPrograms =
  /^src.(?:features.billing.checkout.(?:disputes|stripe)|server.(?:access-tokens|failure|gate|headers|idempotency|round-trip))\.ts$/

test('the sentence of every refusal is in a catalog, unless it contains values', () => {
  const sentences = sources
    .filter(({ file }) => file.endsWith('.ts') && !forPrograms.test(file))
    .filter(({ text }) => /\b(?:refused|conflict|forbidden|Problem)\(/.test(text))
    .flatMap(({ file, text }) =>
      nodesIn(parseSync(file, text).program as unknown as Node).flatMap(({ callee, arguments: given }) => {
        const at = isNode(callee) ? refusals.get(String(callee['name'])) : undefined
        return at === undefined ? [] : textsOf((given as unknown[])[at])
      }),
    )
    .filter((sentence) => sentence !== '')
  expect(sentences.length).toBeGreaterThan(100)
  expect(sentences.filter((sentence) => spanish.translate(sentence) === sentence)).toEqual([])
})

test('the server’s reasons for a make-up class are translated for families', () => {
  const same = { sameTeacher: true, sameWeekday: true, sameHour: true }
  const reasons = likenessReasons({ level: 'Math 5', levelsOff: 0, ...same })
  expect(reasons).toHaveLength(4)
  expect(reasons.filter((why) => !spanishCatalogs.some((catalog) => Object.hasOwn(catalog, why)))).toEqual([])
})

test('every translation has the same blanks, such as {name}, as the English text, and no translation is empty', () => {
  const odd = Object.entries(spanish.catalog).filter(
    ([text, said]) => said.trim() === '' || String(blanksOf(text)) !== String(blanksOf(said)),
  )
  expect(odd).toEqual([])
})

test('no text is in two catalogs', () => {
  const all = [...spanishCatalogs, ...staffCatalogs].flatMap((catalog) => Object.keys(catalog))
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
})

test('the complete Spanish texts include every catalog file', () => {
  const filesCalled = (name: string) => globSync(`src/{shared,features/*}/${name}`, { cwd: root })
  expect(spanishCatalogs).toHaveLength(filesCalled('es.ts').length)
  expect(staffCatalogs).toHaveLength(filesCalled('es-staff.ts').length)
})

test('tests that share a process use the complete Spanish texts', () => {
  const others = globSync('{src,tests}/**/*.test.ts', { cwd: root }).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const isComplete =
      text.includes('addLanguage(spanish)') && text.includes("from '#features/overview/spanish-staff.ts'")
    return /\baddLanguage\(/.test(text) && !isComplete && !apart.includes(file)
  })
  expect(others).toEqual([])
})

test.each([
  [
    'Math 5 on Tue, Feb 17, 6:00 PM is missing 1 of 6 marks.',
    'Math 5 del mar, 17 de feb, 6:00 PM tiene 1 de 6 registros pendientes.',
  ],
  [
    'English 3 on Tue, Mar 3, 3:30 PM has no attendance recorded.',
    'English 3 del mar, 3 de mar, 3:30 PM no tiene asistencia.',
  ],
  [
    'Ana has an attendance mark in Math 2 (Sat 4:45 PM) on Sat, Feb 28, but was on a break.',
    'Ana está registrado en Math 2 (sáb 4:45 PM) el sáb, 28 de feb, pero estaba en pausa.',
  ],
])('an oddity is translated with its days: %s', (text, said) => {
  expect(spanish.translate(text)).toBe(said)
})
