import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { namesInPath } from '#shared/page-path.ts'
import { notFound } from '#shared/problem.ts'
import { sendFailure } from './failure.ts'
import { setDocumentPolicy } from './headers.ts'
import type { Settings } from './settings.ts'

/**
 * Returns the URL paths of the built files, except the build manifest and the document, which is created for
 * each request.
 */
async function filesIn(folder: string) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = found
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return new Set(names.filter((name) => name !== 'index.html' && !name.startsWith('.')))
}

/**
 * Returns the attribute for the theme chosen in this browser, so that the page doesn't flash in another
 * theme. Without a choice, the system's theme applies.
 */
const themeOf = ({ cookies }: FastifyRequest) => {
  const { theme } = cookies
  return theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''
}

type FilesOf = Record<string, { scripts: string[]; styles: string[] }>

/**
 * Returns a function that returns the HTML links to all scripts and styles of the page at a path, so that the
 * browser requests them together. The build lists the files of each page.
 */
async function linksIn(folder: string) {
  const text = await readFile(join(folder, '.vite/pages.json'), 'utf8').catch(() => '{}')
  const names = (page: string) => page.split('$').length
  const pages = Object.entries(JSON.parse(text) as FilesOf)
    .toSorted(([one], [other]) => names(one) - names(other))
    .map(([page, { scripts, styles }]) => ({
      page,
      links: [
        ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
        ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
      ].join(''),
    }))
  return (path: string) => pages.find(({ page }) => namesInPath(page, path))?.links ?? ''
}

/**
 * Serves the built pages: hashed assets, cached forever, and the document for every path that looks like a
 * page. The document gets a new nonce in header and body each time, so it is never answered with a 304: the
 * new header wouldn't match the old body. A service worker stores both together.
 */
export async function servePages(app: FastifyInstance, folder: string, settings: Settings) {
  const linksOf = await linksIn(folder)
  // Tells pages to send trace headers, which connect their part of a trace with ours.
  const traced = settings.tracesUrl === null ? '' : ' data-traced'
  async function sendDocument(request: FastifyRequest, reply: FastifyReply) {
    const nonce = setDocumentPolicy(request, reply, settings)
    const text = await readFile(join(folder, 'index.html'), 'utf8')
    return await reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        text
          .replace('nonce=""', `nonce="${nonce}"`)
          .replace('<html', `<html${themeOf(request)}${traced}`)
          .replace('</head>', `${linksOf(request.url.split('?')[0] as string)}</head>`),
      )
  }
  await app.register(fastifyStatic, {
    root: folder,
    // Turn off the plugin's own route, which lists the whole folder on each request to check the name's
    // spelling. That is half the cost of a response.
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
