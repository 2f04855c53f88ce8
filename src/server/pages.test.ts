import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { servePages } from './pages.ts'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'blended-learning-pages-'))
const app = fastify()
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('an asset is sent with the best accepted compression and cached forever', async () => {
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  const filesOf = (name: string) => ({ scripts: [`assets/${name}.js`], styles: [`assets/${name}.css`] })
  writeFileSync(
    join(folder, '.vite/pages.json'),
    JSON.stringify({
      '/centers/$centerId/$page': filesOf('any'),
      '/centers/$centerId/students': filesOf('students'),
    }),
  )
  writeFileSync(join(folder, 'index.html'), '<html lang="en"><head></head><script nonce="">')
  for (const [name, text] of Object.entries({
    'a.js': 'plain',
    'a.js.br': 'brotli',
    'a.js.gz': 'gzip',
    'b.js': 'alone',
  }))
    writeFileSync(join(folder, 'assets', name), text)
  await app.register(cookie)
  await servePages(app, folder, readSettings({}))
  const responseTo = async (name: string, encoding?: string) => {
    const { headers, body } = await app.inject({
      url: `/assets/${name}`,
      headers: encoding ? { 'accept-encoding': encoding } : {},
    })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    return [body, headers['content-encoding'], headers['vary'], headers['content-type']]
  }
  const script = expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/) as string
  expect(await responseTo('a.js', 'gzip, deflate, br')).toEqual(['brotli', 'br', 'accept-encoding', script])
  expect(await responseTo('a.js', 'gzip')).toEqual(['gzip', 'gzip', 'accept-encoding', script])
  expect(await responseTo('a.js')).toEqual(['plain', undefined, 'accept-encoding', script])
  expect((await responseTo('b.js', 'gzip, br')).slice(0, 2)).toEqual(['alone', undefined])
})

test('missing assets and the manifest get an uncached 404, never the document', async () => {
  for (const url of ['/assets/gone-1a2b3c.js', '/assets/gone.css', '/sw-old.js', '/.vite/manifest.json']) {
    const { statusCode, headers } = await app.inject({ url })
    expect([url, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      url,
      404,
      'application/problem+json; charset=utf-8',
      'no-store',
    ])
  }
})

test('only built files are sent, by their exact names', async () => {
  const outside = `${folder}-outside.js`
  writeFileSync(outside, 'secret')
  const name = basename(outside)
  const up = [
    '..',
    '%2e%2e',
    '.%2e',
    '..%2f..',
    'assets/../..',
    'assets/%2e%2e/%2e%2e',
    'assets%2f..%2f..',
    '..%5c..',
    '%252e%252e',
  ]
  const odd = [
    '//assets/a.js',
    '/assets//a.js',
    '/assets/./a.js',
    '/assets/%2e/a.js',
    '/ASSETS/a.js',
    '/assets/a.js%00.js',
    '/assets/b.js/x.js',
  ]
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  // Sends the path unchanged, because fetch and inject would resolve its dots.
  const status = (path: string) =>
    new Promise<number | undefined>((done) =>
      get({ port: address.port, host: address.hostname, path }, (answer) => done(answer.resume().statusCode)),
    )
  for (const path of [...up.map((way) => `/${way}/${name}`), `/${outside}`, `//${outside}`, ...odd])
    expect([path, await status(path)]).toEqual([path, 404])
  expect(await status('/assets/a.js')).toBe(200)
  rmSync(outside)
})

test('the document has a new nonce for every request, at every path', async () => {
  for (const url of ['/', '/index.html', '//index.html', '/%2findex.html', '/index%2ehtml', '/a/page']) {
    const { body, headers } = await app.inject({ url })
    expect([url, headers.etag, /nonce=""/.test(body)]).toEqual([url, undefined, false])
  }
})

test.each([
  ['theme=dark', '<html data-theme="dark" lang="en">'],
  ['other=1; theme=light', '<html data-theme="light" lang="en">'],
  ['theme=auto', '<html lang="en">'],
  ['theme="><script>', '<html lang="en">'],
  ['', '<html lang="en">'],
])('the document sent to a browser with the cookie %j starts with %s', async (sent, start) => {
  expect((await app.inject({ url: '/', headers: { cookie: sent } })).body).toMatch(new RegExp(`^${start}`))
})

test('the document names the files of the page at its path, so that the browser requests them in parallel', async () => {
  const linked = async (url: string) =>
    [...(await app.inject({ url })).body.matchAll(/rel="(\w+)"[^>]* href="([^"]+)"/g)].map(
      ([, ...found]) => found,
    )
  const files = (name: string) => [
    ['modulepreload', `/assets/${name}.js`],
    ['preload', `/assets/${name}.css`],
  ]
  expect(await linked('/centers/Maple%20Street/students?filter=0')).toEqual(files('students'))
  expect(await linked('/centers/Maple%20Street/staff')).toEqual(files('any'))
  expect(await linked('/login')).toEqual([])
  expect(await linked('/centers/"><script>/students')).toEqual(files('students'))
})

test('the document says whether the calls of its page are traced', async () => {
  const traced = fastify()
  await traced.register(cookie)
  await servePages(traced, folder, readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }))
  expect((await traced.inject({ url: '/' })).body).toMatch(/^<html data-traced lang="en">/)
  expect((await app.inject({ url: '/' })).body).toMatch(/^<html lang="en">/)
  await traced.close()
})
