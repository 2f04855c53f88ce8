import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#shared/problem.ts'
import { sendFailure } from './failure.ts'
import { setDocumentPolicy } from './headers.ts'
import type { Settings } from './settings.ts'

/** What was built, as addresses spell it: without the document, which is made anew each time, and the list of what was built from what. */
async function filesIn(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return new Set(names.filter((name) => name !== 'index.html' && !name.startsWith('.')))
}

/**
 * Serves the built pages: hashed assets for ever, everything else that looks like a page by the one document. That has a nonce of its own in header and
 * text each time, so it is never answered by a 304, whose new header would not fit the old text; what a service worker keeps has both as they came.
 */
export async function servePages(app: FastifyInstance, folder: string, settings: Settings) {
  async function sendDocument(request: FastifyRequest, reply: FastifyReply) {
    const nonce = setDocumentPolicy(request, reply, settings)
    const text = await readFile(join(folder, 'index.html'), 'utf8')
    return await reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(text.replace('nonce=""', `nonce="${nonce}"`))
  }
  await app.register(fastifyStatic, {
    root: folder,
    // Its own route reads the whole folder at each file asked, to see that a name is spelled so, which is half of what an answer costs.
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
    // What is hidden, lies where files do or ends like one is no page.
    const file = /\/\.|^\/assets\/|\.[a-z0-9]{2,5}$/i.test(path)
    const page = ['GET', 'HEAD'].includes(request.method) && !path.startsWith('/api/') && path !== '/api' && !file
    return await (page ? sendDocument(request, reply) : sendFailure(notFound(), request, reply))
  })
}
