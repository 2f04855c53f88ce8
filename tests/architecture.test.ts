import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { openWorld } from './world.ts'

/**
 * Checks the rules of docs/architecture.md: names, sizes, allowed imports, and required indexes and
 * constraints of tables.
 */

const root = resolve(import.meta.dirname, '..')
const files = globSync('{src,db,bin,bench,tests,e2e}/**/*.{ts,tsx,mjs}', { cwd: root }).filter(
  (path) => !path.includes('/public/'),
)
const source = (path: string) => readFileSync(join(root, path), 'utf8')

type Layer = 'shared' | 'math' | 'ui' | 'server' | 'web' | 'rules' | 'back' | 'screen' | 'entry' | 'outside'

const entries = [
  'src/server/main.mjs',
  'src/server/primary.ts',
  'src/server/worker.ts',
  'src/server/app.ts',
  'src/server/features.ts',
  'src/web/main.tsx',
  'src/web/pages.ts',
]

/**
 * Imports that are allowed although their layers forbid them. Shells belong to the feature whose users they
 * serve, but they frame the pages of all features.
 */
const shells = [
  'src/web/router.ts → src/web/pages.ts',
  'src/web/shells.ts → src/features/classroom/DeviceShell.tsx',
  'src/web/shells.ts → src/features/family/FamilyShell.tsx',
]

const layers = new Map<string, Layer>()

/** Returns the layer of a file. A feature's file is pure (`rules`) if it imports only pure files. */
function layerOf(path: string): Layer {
  const known = layers.get(path)
  if (known) return known
  // Assume `rules` at first, because type imports may be circular, which doesn't make a file impure.
  layers.set(path, 'rules')
  const layer = findLayer(path)
  layers.set(path, layer)
  return layer
}

function findLayer(path: string): Layer {
  if (entries.includes(path)) return 'entry'
  const [, layer = ''] = path.split('/')
  if (layer === 'shared' || layer === 'math' || layer === 'ui' || layer === 'server' || layer === 'web')
    return layer
  if (layer !== 'features') return 'outside'
  if (path.endsWith('.tsx') || /\/(use-[a-z-]+|pages)\.ts$/.test(path)) return 'screen'
  if (/\/(routes|queries|jobs)\.ts$/.test(path)) return 'back'
  return isPure(path) ? 'rules' : 'back'
}

const allowed: Record<Exclude<Layer, 'entry' | 'outside'>, Layer[]> = {
  shared: ['shared'],
  math: ['math', 'shared'],
  ui: ['ui', 'shared'],
  server: ['server', 'shared'],
  web: ['web', 'shared', 'ui', 'rules'],
  rules: ['shared', 'math', 'rules'],
  back: ['shared', 'math', 'server', 'rules', 'back'],
  screen: ['shared', 'math', 'web', 'ui', 'rules', 'screen'],
}

const browser = [
  '@simplewebauthn',
  'preact',
  'react',
  'react-dom',
  '@mantine',
  '@atlaskit',
  '@tanstack',
  'lucide-react',
  'mathlive',
]
const back = [
  'node',
  'zod',
  'uuid',
  'temporal-polyfill',
  'jose',
  'sharp',
  'yazl',
  'yauzl',
  'fast-xml-parser',
  'standardwebhooks',
  'openid-client',
  '@simplewebauthn',
  'stripe',
  'ts-fsrs',
]
const server = [
  'fastify',
  '@fastify',
  '@opentelemetry',
  '@scure',
  'zod-openapi',
  'ws',
  'pg',
  'pg-copy-streams',
  'graphile-worker',
  'imapflow',
  'nodemailer',
  'postal-mime',
  '@node-rs',
  '@zxcvbn-ts',
  'katex',
  'markdown-it',
  'otpauth',
  'web-push',
]
/** Packages that each layer may use, by name or scope. */
const packages: Record<keyof typeof allowed, string[]> = {
  shared: ['zod', 'temporal-polyfill', 'awesome-phonenumber'],
  math: ['zod'],
  // The decoder of QR codes is pure computation.
  rules: ['zod', 'qr'],
  ui: [...browser, 'katex', 'uqr'],
  web: [...browser, 'zod', 'uuid', 'idb'],
  screen: [...browser, 'uuid', 'mathlive'],
  back,
  server: [...back, ...server],
}

const isPure = (path: string) =>
  namesOf(path).every(
    (name) => /^[#.]/.test(name) || packages.rules.includes(name.split(/[/:]/)[0] as string),
  ) && importsOf(path).every((target) => allowed.rules.includes(layerOf(target)))

/** Returns the import specifiers of a file exactly as written. */
function namesOf(path: string) {
  const text = source(path)
  const { staticImports, dynamicImports } = parseSync(path, text).module
  const fixed = staticImports.map(({ moduleRequest }) => moduleRequest.value)
  const later = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1))
  return [...fixed, ...later]
}

const importsOf = (path: string) =>
  namesOf(path)
    .filter((name) => /^[#.].*\.tsx?$/.test(name))
    .map((name) =>
      name.startsWith('#') ? `src/${name.slice(1)}` : relative(root, resolve(root, dirname(path), name)),
    )

/** True for tests and the examples of endpoints, which may import everything. */
const isTest = (path: string) => /^(tests|e2e)\/|\.test\.tsx?$|^src\/features\/.*\/examples\.ts$/.test(path)
const product = files.filter((path) => path.startsWith('src/') && !isTest(path))

test('every file imports only from layers that its own layer may use', () => {
  const wrong = product.flatMap((path) => {
    const layer = layerOf(path)
    if (layer === 'entry' || layer === 'outside') return []
    return importsOf(path)
      .filter((target) => !allowed[layer].includes(layerOf(target)))
      .map((target) => `${path} → ${target}`)
  })
  expect(wrong).toEqual(shells)
})

test('imports inside a feature are relative', () => {
  const wrong = files.flatMap((path) => {
    const feature = /^src\/features\/\w+\//.exec(path)?.[0].slice('src/'.length)
    return namesOf(path)
      .filter((name) => feature !== undefined && name.startsWith(`#${feature}`))
      .map((name) => `${path} → ${name}`)
  })
  expect(wrong).toEqual([])
})

test('the product never imports tests or examples', () => {
  const wrong = product.flatMap((path) =>
    importsOf(path).filter((target) => isTest(target) || /^(src\/)?tests\//.test(target)),
  )
  expect(wrong).toEqual([])
})

test('every layer uses only the packages allowed for it', () => {
  const wrong = product.flatMap((path) => {
    const layer = layerOf(path)
    if (layer === 'entry' || layer === 'outside') return []
    return namesOf(path)
      .filter((name) => !/^[#.]/.test(name) && !packages[layer].includes(name.split(/[/:]/)[0] as string))
      .map((name) => `${path} → ${name}`)
  })
  expect(wrong).toEqual([])
})

/** Features in order of dependency: each may import only those before it. */
const order = [...source('src/server/features.ts').matchAll(/from '#features\/(\w+)\/feature\.ts'/g)].map(
  ([, name = '']) => name,
)

test('features import only features that come before them', () => {
  const rank = (path: string) => order.indexOf(path.split('/')[2] ?? '')
  const features = product.filter((path) => path.startsWith('src/features/'))
  const later = features.flatMap((path) =>
    importsOf(path)
      .filter((target) => target.startsWith('src/features/') && rank(target) > rank(path))
      .map((target) => `${path} → ${target}`.replaceAll('src/features/', '')),
  )
  expect({ unknown: features.filter((path) => rank(path) < 0), later }).toEqual({ unknown: [], later: [] })
})

test('only the modules of the answer kinds branch on the kind of an answer', () => {
  const branches = /[kK]ind\)? ?[!=]== '(fr|mc|sentence|graph)'|case '(fr|mc|sentence|graph)'/
  const outside = product.filter((path) => !path.startsWith('src/features/questions/kinds/'))
  expect(outside.filter((path) => branches.test(source(path)))).toEqual([])
})

test('no feature uses the handlers or jobs of another feature', () => {
  const feature = (path: string) => path.split('/')[2]
  const wrong = product
    .filter((path) => layerOf(path) === 'back')
    .flatMap((path) =>
      importsOf(path)
        .filter(
          (target) =>
            /^src\/features\/.*\/(routes|jobs)\.ts$/.test(target) && feature(target) !== feature(path),
        )
        .map((target) => `${path} → ${target}`),
    )
  expect(wrong).toEqual([])
})

test('a feature folder has only modules, components with their styles, and tests', () => {
  const vocabulary =
    /^[a-z]+(-[a-z]+)*\.ts$|^[A-Z][A-Za-z]+\.tsx$|^[A-Z][A-Za-z]+\.module\.css$|\.test\.tsx?$/
  const found = globSync('src/features/**/*.*', { cwd: root }).filter(
    (path) => !vocabulary.test(basename(path)),
  )
  expect(found).toEqual([])
})

test('modules that are referenced by URL, such as worker threads, exist', () => {
  const named = product.flatMap((path) =>
    [...source(path).matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)].map(([, to = '']) =>
      join(dirname(path), to),
    ),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !files.includes(path))).toEqual([])
})

test('every source folder has at least three files, and at most 19 files are named rules.ts', () => {
  const inFolders = Map.groupBy(product, (path) => dirname(path))
  const small = [...inFolders].filter(([, paths]) => paths.length < 3).map(([folder]) => folder)
  expect({ small, rules: product.filter((path) => path.endsWith('/rules.ts')).length <= 19 }).toEqual({
    small: [],
    rules: true,
  })
})

test('file names are kebab-case or a component’s name, and contain no meaningless words such as “utils”', () => {
  const name = /^([a-z0-9]+(-[a-z0-9]+)*|[A-Z][A-Za-z]+)(\.(test|spec|d))?\.(ts|tsx|mjs)$/
  const empty = /(^|[-/])(utils?|helpers?|common|manager|service|misc)([-./]|$)/i
  expect(files.filter((path) => !name.test(basename(path)) || empty.test(path))).toEqual([])
})

// Tests may be longer, because tables and journeys stay readable at any length.
test('no file except catalogs is longer than 350 lines, or 450 in tests', () => {
  const long = (path: string) => source(path).split('\n').length > (isTest(path) ? 451 : 351)
  expect(files.filter((path) => !/\/es(-staff)?\.ts$/.test(path) && long(path))).toEqual([])
})

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Returns all functions below a node, except callbacks of `describe`. */
function functionsIn(node: Node, text: string): Node[] {
  const inner = Object.values(node).flat().filter(isNode)
  const groups =
    node.type === 'CallExpression' &&
    isNode(node['callee']) &&
    /\bdescribe\b/.test(text.slice(node.start, node['callee'].end))
  const own = inner.filter(({ type }) =>
    /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type),
  )
  return [...(groups ? [] : own), ...inner.flatMap((each) => functionsIn(each, text))]
}

test('no function is longer than 85 lines, or 110 in tests', () => {
  const long = files.flatMap((path) => {
    const text = source(path)
    const lines = ({ start, end }: Node) => text.slice(start, end).split('\n').length
    return functionsIn(parseSync(path, text).program as unknown as Node, text)
      .filter((each) => lines(each) > (isTest(path) ? 110 : 85))
      .map((each) => `${path}:${text.slice(0, each.start).split('\n').length} has ${lines(each)} lines`)
  })
  expect(long).toEqual([])
})

test('no handler is longer than 12 lines, because it only reads the call and responds, and actions do the rest', () => {
  const handlers = product.filter((path) => path.endsWith('/routes.ts'))
  const long = handlers.flatMap((path) => {
    const text = source(path)
    const lines = ({ start, end }: Node) => text.slice(start, end).split('\n').length
    return functionsIn(parseSync(path, text).program as unknown as Node, text)
      .filter(
        (each) =>
          !/\bHandlers</.test(text.slice(text.lastIndexOf('\n', each.start), text.indexOf('\n', each.start))),
      )
      .filter((each) => lines(each) > 12)
      .map((each) => `${path}:${text.slice(0, each.start).split('\n').length} has ${lines(each)} lines`)
  })
  expect({ handlers: handlers.length > 50, long }).toEqual({ handlers: true, long: [] })
})

test('there are no default exports, no re-exports except the tables of kinds, and no SQL of features outside their queries files', () => {
  const tables = /^src\/features\/questions\/kinds\/(keys\.ts|givens\.ts|Screens\.tsx)$/
  const wrong = product.filter(
    (path) => !tables.test(path) && /^export default|^export \* |^export \{[^}]*\} from/m.test(source(path)),
  )
  const sql = product.filter(
    (path) =>
      /^src\/features\/.*\.tsx?$/.test(path) &&
      !/[/-]queries\.ts$/.test(path) &&
      /\bdb(<[^`]*>)?`/.test(source(path)),
  )
  expect({ wrong, sql }).toEqual({ wrong: [], sql: [] })
})

test('no code uses innerHTML or eval', () => {
  expect(
    product.filter((path) =>
      /dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(/.test(source(path)),
    ),
  ).toEqual([])
})

test('component styles use color tokens, which have a value for each theme, instead of literal colors', () => {
  // Printed sheets and QR codes are black on white in both themes.
  const sheets = globSync('src/**/*.module.css', { cwd: root }).filter(
    (file) => !/[pP]rint|QrCode/.test(file),
  )
  expect(sheets.length).toBeGreaterThan(50)
  const colored = sheets.filter((file) =>
    /#[\da-f]{3,8}\b|: white\b/i.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(colored).toEqual([])
})

test('times are formatted in one place, and only pages that aren’t about a center use the reader’s own time zone', () => {
  const those = (word: RegExp) => product.filter((path) => word.test(source(path))).toSorted()
  expect({
    clocks: those(/DateTimeFormat\(|\.toLocale(Date|Time)String|\.getHours\(/),
    own: those(/\bclockOf\(\)/),
  }).toEqual({
    // The first file detects the browser's time zone, and the second one validates the name of a zone.
    clocks: [
      'src/features/centers/CenterSheet.tsx',
      'src/features/centers/fields.ts',
      'src/shared/day-text.ts',
    ],
    own: [
      'src/features/accounts/outbox/MailPage.tsx',
      'src/features/accounts/passkeys/PasskeysSection.tsx',
      'src/features/accounts/sessions/SessionsSection.tsx',
      'src/features/operation/BackupRow.tsx',
      'src/features/operation/OperationPage.tsx',
    ],
  })
})

test('child processes are started and regular expressions are built only in known places, never from user input', () => {
  const having = (words: RegExp) => product.filter((path) => words.test(source(path)))
  expect(having(/node:child_process/).toSorted()).toEqual([
    'src/features/operation/jobs.ts',
    'src/server/embedded-postgres.ts',
    'src/server/primary.ts',
  ])
  expect(having(/\bexec(File)?Sync\(|\bshell: true/)).toEqual([])
  // These modules build patterns from constants and the catalogs' own texts, never from input.
  const places =
    /^src\/(math|features\/questions\/kinds)\/|^src\/(shared\/sentence-translator|features\/overview\/spanish)\.ts$/
  expect(having(/\bRegExp\(/).filter((path) => !places.test(path))).toEqual([])
})

test('forms use the shared form and searchable list, which show errors at the fields and refuse unmatched text', () => {
  const having = (words: RegExp) =>
    product.filter((path) => path.endsWith('.tsx') && words.test(source(path))).toSorted()
  // Only these files may contain a form. The hint page shows errors in its own way.
  expect(having(/<form\b/)).toEqual(['src/features/questions/hints/HintPage.tsx', 'src/ui/Form.tsx'])
  expect(having(/import \{[^}]*\bSelect\b[^}]*\} from '@mantine\/core'/)).toEqual(['src/ui/SearchSelect.tsx'])
})

test('only code that shows, sends, deletes or checks the audit log reads it', () => {
  expect(
    files
      .filter(
        (path) => /^(src|db)\/.*(?<!\.test)\.ts$/.test(path) && /\b(from|join) audit\b/.test(source(path)),
      )
      .toSorted(),
  ).toEqual([
    'db/invariants.ts',
    'src/features/centers/archive/deletion-queries.ts',
    'src/features/history/audit/queries.ts',
    'src/features/history/queries.ts',
    'src/features/overview/record/queries.ts',
    'src/features/privacy/erasing/queries.ts',
    'src/features/privacy/retention/queries.ts',
    'src/server/audit-stream.ts',
  ])
})

const world = await openWorld()
const catalog = (query: string) => world.database.read.unsafe(query)

test('every foreign key has an index that begins with its columns', async () => {
  const missing = await catalog(`
    select c.conrelid::regclass::text as "table", c.conname as "constraint"
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid
        and (select array_agg(key order by key) from unnest((i.indkey::int2[])[0:cardinality(c.conkey) - 1]) key)
          = (select array_agg(key order by key) from unnest(c.conkey) key))`)
  expect([...missing]).toEqual([])
})

test('the audit trail can only grow', async () => {
  const change = (statement: string) => world.database.write((db) => db.unsafe(statement))
  await change(`insert into audit (action, entity_id) values ('test', 'x')`)
  await expect(change(`update audit set action = 'y'`)).rejects.toThrow('can only grow')
  await expect(change('delete from audit')).rejects.toThrow('can only grow')
})

test('a read transaction can’t write', async () => {
  await expect(world.database.read`insert into installation_keys values ('x', '')`).rejects.toThrow(
    'read-only',
  )
})
