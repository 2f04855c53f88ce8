import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('a file of the pages goes out as short as the browser can take it, and is kept for ever', async () => {
  mkdirSync(join(folder, 'assets'))
  for (const [name, text] of Object.entries({ 'a.js': 'plain', 'a.js.br': 'brotli', 'a.js.gz': 'gzip', 'b.js': 'alone' }))
    writeFileSync(join(folder, 'assets', name), text)
  await servePages(app, folder, readSettings({}))
  const get = async (name: string, encoding?: string) => {
    const { headers, body } = await app.inject({ url: `/assets/${name}`, headers: encoding ? { 'accept-encoding': encoding } : {} })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    return [body, headers['content-encoding'], headers['vary'], headers['content-type']]
  }
  const script = expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/) as string
  expect(await get('a.js', 'gzip, deflate, br')).toEqual(['brotli', 'br', 'accept-encoding', script])
  expect(await get('a.js', 'gzip')).toEqual(['gzip', 'gzip', 'accept-encoding', script])
  expect(await get('a.js')).toEqual(['plain', undefined, 'accept-encoding', script])
  expect((await get('b.js', 'gzip, br')).slice(0, 2)).toEqual(['alone', undefined])
})
