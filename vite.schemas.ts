import { readFileSync } from 'node:fs'
import { parseSync, type Plugin, Visitor } from 'vite'

type Cut = { start: number; end: number; text: string }
type Branch = { type: string; start: number; end: number } & Record<string, unknown>

const verbs: Record<string, string> = {
  get: 'GET',
  csvFile: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  del: 'DELETE',
}

/** Replaces an endpoint such as `get('/student', …)` with its method and path. */
function addressOf(call: Branch, code: string): Cut[] {
  const { name = '' } = call['callee'] as { name?: string }
  const [path] = call['arguments'] as Branch[]
  const method = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!method || !path) return []
  return [
    {
      start: call.start,
      end: call.end,
      text: `({ method: '${method}', path: ${code.slice(path.start, path.end)} })`,
    },
  ]
}

const plainly = ['ArrowFunctionExpression', 'FunctionExpression', 'Identifier', 'Literal', 'TemplateLiteral']

/**
 * Marks initializers as pure, so that the bundler drops unused ones. These files only contain declarations.
 */
const marked = ({ declarations }: { declarations: Branch[] }): Cut[] =>
  declarations.flatMap(({ init }) => {
    const value = init as Branch | null
    if (!value || plainly.includes(value.type)) return []
    const { start, end } = value
    return [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]
  })

function reduced(id: string, code: string) {
  const { program } = parseSync(id, code)
  const cuts: Cut[] = []
  new Visitor({
    CallExpression: (call) => void cuts.push(...addressOf(call as unknown as Branch, code)),
  }).visit(program)
  for (const line of program.body) {
    const said = line.type === 'ExportNamedDeclaration' ? line.declaration : line
    if (said?.type === 'VariableDeclaration')
      cuts.push(...marked(said as unknown as { declarations: Branch[] }))
  }
  const ordered = cuts.toSorted((one, other) => other.start - one.start)
  return ordered.reduce((text, cut) => text.slice(0, cut.start) + cut.text + text.slice(cut.end), code)
}

const isBranch = (value: unknown): value is Branch => typeof (value as Branch | null)?.type === 'string'
const typeOnly = ['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'superTypeArguments']

/** Returns the names of everything that a piece of code mentions, except types. */
function namesIn(branch: Branch, found = new Set<string>()) {
  if (branch.type === 'Identifier') found.add(branch['name'] as string)
  for (const [key, value] of Object.entries(branch)) {
    const isLabel = (key === 'property' || key === 'key') && branch['computed'] === false
    if (isLabel || typeOnly.includes(key)) continue
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isBranch(each)) namesIn(each, found)
  }
  return found
}

type Statement = {
  text: string
  names: string[]
  isExported: boolean
  mentions: Set<string>
  isComputed: boolean
}

/** Splits the statements of a file into imports, re-exports, and declarations. Types are left out. */
function statementsOf(id: string, code: string) {
  const { program } = parseSync(id, code)
  const imports: string[] = []
  const imported = new Set<string>()
  const passedOn: string[] = []
  const declared: Statement[] = []
  for (const line of program.body as unknown as Branch[]) {
    const text = code.slice(line.start, line.end)
    const said = (line['declaration'] ?? line) as Branch
    if (line.type === 'ImportDeclaration') {
      imports.push(text)
      for (const { local } of line['specifiers'] as { local: { name: string } }[]) imported.add(local.name)
    } else if (said.type.startsWith('TS')) continue
    else if (
      line.type === 'ExportAllDeclaration' ||
      (line.type === 'ExportNamedDeclaration' && said === line)
    )
      passedOn.push(text)
    else {
      const made = said.type === 'VariableDeclaration' ? (said['declarations'] as Branch[]) : [said]
      declared.push({
        text,
        names: made.flatMap((each) => [...namesIn(each['id'] as Branch)]),
        isExported: line.type === 'ExportNamedDeclaration',
        mentions: namesIn(said),
        isComputed: made.some((each) => isBranch(each['init']) && !plainly.includes(each['init'].type)),
      })
    }
  }
  return { imports, imported, passedOn, declared }
}

const hasAny = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].some((each) => others.has(each))

const parts = /\?(plain|schemas)$/

/**
 * Splits a file that declares schemas into the code that needs them and the code that doesn't. A computed
 * value counts as a schema if it mentions anything imported, and so does everything that mentions `z` or a
 * schema.
 */
function split(id: string, code: string) {
  const { imports, imported, passedOn, declared } = statementsOf(id, reduced(id, code))
  const schemas = new Set(
    declared.filter(
      ({ isComputed, mentions }) => mentions.has('z') || (isComputed && hasAny(mentions, imported)),
    ),
  )
  for (let before = -1; before !== schemas.size;) {
    before = schemas.size
    const names = new Set([...schemas].flatMap((each) => each.names))
    for (const each of declared) if (hasAny(each.mentions, names)) schemas.add(each)
  }
  const plain = declared.filter((each) => !schemas.has(each))
  const mentioned = [...schemas].flatMap(({ mentions }) => [...mentions])
  const borrowed = plain.flatMap(({ names }) => names).filter((name) => mentioned.includes(name))
  const hidden = plain
    .filter(({ isExported }) => !isExported)
    .flatMap(({ names }) => names)
    .filter((name) => borrowed.includes(name))
  const listed = (statements: Iterable<Statement>) =>
    [...statements].filter(({ isExported }) => isExported).flatMap(({ names }) => names)
  const text = (lines: Iterable<Statement>) => [...lines].map((each) => each.text)
  return {
    plain: [...imports, ...text(plain), `export { ${hidden.join(', ')} }`].join('\n'),
    schemas: [
      ...imports,
      `import { ${borrowed.join(', ')} } from ${JSON.stringify(`${id}?plain`)}`,
      ...text(declared.filter((each) => schemas.has(each))),
    ].join('\n'),
    whole: [
      ...(passedOn.length > 0 ? imports : []),
      ...passedOn,
      `export { ${listed(plain).join(', ')} } from ${JSON.stringify(`${id}?plain`)}`,
      `export { ${listed(schemas).join(', ')} } from ${JSON.stringify(`${id}?schemas`)}`,
    ].join('\n'),
  }
}

/**
 * Keeps validation out of the pages. Only the server validates; the browser needs only the method and path of
 * an endpoint, and the words and rules around a schema. So the build reduces each endpoint to its method and
 * path, and splits each file that declares schemas in two, so that a page that uses only its words doesn't
 * load its schemas.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: parts }, handler: (id) => id },
    load: {
      filter: { id: parts },
      handler(id) {
        const [file, part] = id.split('?') as [string, 'plain' | 'schemas']
        const code = split(file, readFileSync(file, 'utf8'))[part]
        return { code, moduleType: 'ts', moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: /\/src\/(features|shared|math)\/.*\.ts$/, code: /from 'zod'/ },
      handler: (code, id) => ({ code: split(id, code).whole, map: null, moduleSideEffects: false }),
    },
  }
}
