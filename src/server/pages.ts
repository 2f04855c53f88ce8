import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#shared/problem.ts'
import { sendFailure } from './failure.ts'

/** Serves the built pages: hashed assets for ever, everything else that looks like a page by the one document. */
export async function servePages(app: FastifyInstance, folder: string) {
  await app.register(fastifyStatic, {
    root: folder,
    setHeaders: (response, path: string) => {
      response.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] as string
    const page = request.method === 'GET' && !path.startsWith('/api/') && path !== '/api' && !/\.[a-z0-9]{2,5}$/i.test(path)
    if (!page) return sendFailure(notFound(), request, reply)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html')
  })
}
