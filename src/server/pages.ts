import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#shared/problem.ts'
import { sendFailure } from './failure.ts'
import { setDocumentPolicy } from './headers.ts'
import type { Settings } from './settings.ts'

/**
 * Returns the built files as URL paths, without the document, which is created for each request, and without
 * the build manifest.
 */
async function filesIn(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return new Set(names.filter((name) => name !== 'index.html' && !name.startsWith('.')))
}

/**
 * Returns the attribute of the theme that was chosen on this browser, so that the page never flashes in
 * another one. The system decides if there is none.
 */
const themeOf = ({ cookies }: FastifyRequest) => {
  const { theme } = cookies
  return theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''
}

/**
 * Serves the built pages: hashed assets, cached forever, and the document for every path that looks like a
 * page. The document has a new nonce in header and text each time. So it is never answered with a 304, whose
 * new header would not fit the old text. A service worker stores header and text together.
 */
export async function servePages(app: FastifyInstance, folder: string, settings: Settings) {
  async function sendDocument(request: FastifyRequest, reply: FastifyReply) {
    const nonce = setDocumentPolicy(request, reply, settings)
    const text = await readFile(join(folder, 'index.html'), 'utf8')
    return await reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(text.replace('nonce=""', `nonce="${nonce}"`).replace('<html', `<html${themeOf(request)}`))
  }
  await app.register(fastifyStatic, {
    root: folder,
    // The plugin's own route lists the whole folder for each request to check the spelling of the name, which
    // is half the cost of a response.
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (response, path: string) => {
      const named = path.startsWith(join(folder, 'assets'))
      response.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const files = await filesIn(folder)
  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, ({ params: { '*': path } }, reply) =>
    files.has(path) ? reply.sendFile(path) : reply.callNotFound(),
  )
  for (const url of ['/', '/index.html']) app.get(url, { schema: { hide: true } }, sendDocument)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] as string
    // Hidden paths, paths under assets and paths with a file extension aren't pages.
    const file = /\/\.|^\/assets\/|\.[a-z0-9]{2,5}$/i.test(path)
    const page =
      ['GET', 'HEAD'].includes(request.method) && !path.startsWith('/api/') && path !== '/api' && !file
    return await (page ? sendDocument(request, reply) : sendFailure(notFound(), request, reply))
  })
}
