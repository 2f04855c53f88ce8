import { ask, type Reply } from '../load/asking.ts'

type Body = Record<string, unknown> | unknown[] | string
type Call = { body?: Body; headers?: Record<string, string> }

export type Visitor = ReturnType<typeof visitor>

/**
 * Somebody in front of a browser, reduced to what a script needs: keeps cookies, sends the XSRF header and our own Origin. `network`: the
 * address that the caller seems to come from, which the product believes where TRUST_PROXY names this machine.
 */
export function visitor(address: string, network?: string) {
  const cookies = new Map<string, string>()

  /** One call; never throws. A body that is text is sent as it is. */
  async function call(method: string, path: string, { body, headers = {} }: Call = {}): Promise<Reply> {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await ask(address, {
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
    /** The cookies as a header, for a socket. */
    headers: () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
    get: (path: string, more?: Call) => call('GET', path, more),
    post: (path: string, body: Body = {}, more: Call = {}) => call('POST', path, { ...more, body }),
    put: (path: string, body: Body, more: Call = {}) => call('PUT', path, { ...more, body }),
    patch: (path: string, body: Body, more: Call = {}) => call('PATCH', path, { ...more, body }),
    signIn: (email: string, password: string) => call('POST', '/login', { body: { email, password } }),
  }
}

/** The answer's body, as the caller says it is. */
export const bodyOf = <T>({ text }: Reply): T => JSON.parse(text) as T
