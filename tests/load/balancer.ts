import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { freePort } from '#server/free-port.ts'

/** Forwards a WebSocket unchanged to a product. Returns the connection to the product. */
function tunnel(product: string, { method, url, rawHeaders }: IncomingMessage, near: Socket, head: Buffer) {
  const far = connect(Number(new URL(product).port), '127.0.0.1')
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  )
  far.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  far.write(head)
  far.pipe(near).pipe(far)
  for (const socket of [near, far]) socket.on('error', () => socket.destroy())
  return far
}

/**
 * Opens a load balancer for two products. Calls and sockets go in turn to the products whose `/ready`
 * succeeds. A call that certainly didn't reach one product is sent to the other one. Everything else is
 * passed on unchanged.
 */
export async function openBalancer(products: readonly string[], everyMs: number) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(products)
  const sockets = new Set<Duplex>()
  let count = 0
  const look = async (product: string) => {
    const good = await fetch(`${product}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    void (good ? ready.add(product) : ready.delete(product))
  }
  const timer = setInterval(() => products.forEach((each) => void look(each)), everyMs)
  const next = () => {
    count += 1
    return [...ready][count % ready.size]
  }

  function pass(
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    tries = 0,
  ) {
    const product = next()
    if (!product) return void response.writeHead(502).end()
    const passed = sendRequest(product + url, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      const unseen = error.code === 'ECONNREFUSED' || (passed.reusedSocket && error.code === 'ECONNRESET')
      if (unseen && tries < 3)
        return pass({ method, url, headers } as IncomingMessage, body, response, tries + 1)
      if (response.headersSent) return response.destroy()
      return void response.writeHead(502).end()
    })
    passed.end(body)
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => pass(request, Buffer.concat(parts), response))
  })
  server.on('upgrade', (request, near: Socket, head) => {
    const product = next()
    if (!product) return near.destroy()
    for (const socket of [near, tunnel(product, request, near, head)]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
  })
  const port = await freePort()
  await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
