import { sendRequest, type Reply } from '../load/load-generator.ts'

type Body = Record<string, unknown> | unknown[] | string
type Call = { body?: Body; headers?: Record<string, string> }

export type Visitor = ReturnType<typeof visitor>

/**
 * Returns a minimal browser for scripts. It keeps cookies and sends the XSRF header and the product's origin.
 * `network` is the IP address from which the visitor claims to come. The product believes it if TRUST_PROXY
 * includes this machine.
 */
export function visitor(address: string, network?: string) {
  const cookies = new Map<string, string>()

  /** Makes one call. Never throws. Sends a text body unchanged. */
  async function call(method: string, path: string, { body, headers = {} }: Call = {}): Promise<Reply> {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await sendRequest(address, {
      method,
      path: `/api${path}`,
      headers: {
        origin: address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(network ? { 'x-forwarded-for': network } : {}),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    for (const line of reply.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }

  return {
    cookies,
    /** Returns the cookies as a header for a socket. */
    headers: () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
    get: (path: string, more?: Call) => call('GET', path, more),
    post: (path: string, body: Body = {}, more: Call = {}) => call('POST', path, { ...more, body }),
    put: (path: string, body: Body, more: Call = {}) => call('PUT', path, { ...more, body }),
    patch: (path: string, body: Body, more: Call = {}) => call('PATCH', path, { ...more, body }),
    signIn: (email: string, password: string) => call('POST', '/login', { body: { email, password } }),
  }
}

/** Parses the body of a response as the type that the caller expects. */
export const bodyOf = <T>({ text }: Reply): T => JSON.parse(text) as T
