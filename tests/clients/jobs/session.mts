declare const process: { argv: string[] }

/** Address of the product, without a slash at the end. */
export const baseUrl = process.argv[2] ?? ''

/** Returns a `fetch` for one person, which keeps the session's cookies and sends the XSRF token. */
export function openSession(): typeof fetch {
  const cookies = new Map<string, string>()
  return async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    request.headers.set('x-xsrf-token', cookies.get('XSRF-TOKEN') ?? '')
    const response = await fetch(request)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
}

/** Returns the data of a response. Throws an Error with the product's answer if the call failed. */
export function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (error !== undefined || data === undefined) throw new Error(JSON.stringify(error))
  return data
}

/** Password of the demo's accounts, and of the child that the job imports. */
export const password = 'practice-makes-progress'

/** Last name of the child that the job imports, from a file with one line. */
export const lastName = `Client${Date.now()}`
export const csv = `firstName,lastName,grade\nRobin,${lastName},5\n`

/** Returns the token at the end of a password reset link. */
export const tokenOf = (link: string) => /[^/#=?&]+$/.exec(link)?.[0] ?? ''

/** Throws unless a job's result is the expected one. */
export function mustBe(found: unknown, expected: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`Expected ${JSON.stringify(expected)}, not ${JSON.stringify(found)}.`)
}
