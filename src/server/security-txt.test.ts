import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveSecurityTxt } from './security-txt.ts'
import { readSettings } from './settings.ts'

async function getFile(env: Record<string, string>) {
  const app = fastify()
  onTestFinished(async () => await app.close())
  serveSecurityTxt(app, readSettings(env))
  return await app.inject('/.well-known/security.txt')
}

test('security.txt names the contact of this installation and expires within a year', async () => {
  const { body, headers } = await getFile({
    SECURITY_CONTACT: 'security@maple.example',
    PUBLIC_URL: 'https://learn.maple.example',
    BACKUP_KEY: 'sixteen characters',
  })
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  )
  expect(fields.get('Contact')).toBe('mailto:security@maple.example')
  expect(fields.get('Canonical')).toBe('https://learn.maple.example/.well-known/security.txt')
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days > 100 && days < 365).toBe(true)
})

test('the contact can be the address of a page', async () => {
  const { body } = await getFile({ SECURITY_CONTACT: 'https://maple.example/security' })
  expect(body).toContain('Contact: https://maple.example/security\n')
})

test('without a contact there is no security.txt', async () => {
  expect((await getFile({})).statusCode).toBe(404)
})

test.each(['http://maple.example', 'call us', 'javascript:alert(1)'])(
  'the contact %s is refused',
  (contact) => {
    expect(() => readSettings({ SECURITY_CONTACT: contact })).toThrow(
      'SECURITY_CONTACT must be an email address',
    )
  },
)
