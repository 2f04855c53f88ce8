import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Percent-encodes text as signatures require it. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Returns the signature that a request must have (AWS Signature Version 4, "Create a signed request" in AWS's
 * documentation).
 */
function signatureOf({ method, headers }: IncomingMessage, url: URL, { secret, region, signed }: Signer) {
  const date = String(headers['x-amz-date'])
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted()
  const path = url.pathname.split('/').map((part) => encoded(decodeURIComponent(part)))
  const request = [
    method,
    path.join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name])}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const key = [date.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n')).toString('hex')
}
type Signer = { secret: string; region: string; signed: string[] }

/** True if the signature was made with the secret, and the signed hash is that of `body`. */
function isSigned(
  request: IncomingMessage,
  url: URL,
  { body, ...signer }: Omit<Signer, 'signed'> & { body: Buffer },
) {
  const [, signed = '', signature = ''] =
    /SignedHeaders=([^,]+), Signature=(\w+)$/.exec(request.headers.authorization ?? '') ?? []
  const names = signed.split(';')
  return (
    names.includes('host') &&
    names.includes('x-amz-content-sha256') &&
    request.headers['x-amz-content-sha256'] === sha256(body) &&
    signature === signatureOf(request, url, { ...signer, signed: names })
  )
}

async function bodyOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/**
 * Starts an S3-compatible store in memory that refuses wrong signatures. It has one bucket, `backups`. Lists
 * two objects per page. Responds with 500 while `fail` returns true.
 */
export async function startBucketServer({
  secret = 'secret',
  region = 'eu-test-1',
  fail = (): boolean => false,
} = {}) {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Buffer[]>()
  const calls: string[] = []

  function list(url: URL) {
    const after = url.searchParams.get('continuation-token') ?? ''
    const names = [...objects.keys()]
      .filter((name) => name.startsWith(url.searchParams.get('prefix') ?? ''))
      .toSorted()
    const rest = names.filter((name) => name > after)
    const page = rest.slice(0, 2)
    const rows = page.map(
      (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`,
    )
    const next = rest.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${rows.join('')}${next}</ListBucketResult>`
  }

  function answer(method: string, url: URL, name: string, body: Buffer): string | Buffer | null {
    const upload = url.searchParams.get('uploadId')
    if (method === 'GET') return name === '' ? list(url) : (objects.get(name) ?? null)
    if (method === 'PUT' && upload) {
      const parts = uploads.get(upload)
      if (parts) parts[Number(url.searchParams.get('partNumber')) - 1] = body
      return parts ? '' : null
    }
    if (method === 'PUT') objects.set(name, body)
    if (method === 'POST' && upload === null) {
      uploads.set(name, [])
      return `<InitiateMultipartUploadResult><UploadId>${name}</UploadId></InitiateMultipartUploadResult>`
    }
    if (method === 'POST' && upload !== null) objects.set(name, Buffer.concat(uploads.get(upload) ?? []))
    return method === 'PUT' || method === 'POST' ? '<CompleteMultipartUploadResult/>' : null
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      const [, bucket, ...path] = decodeURIComponent(url.pathname).split('/')
      calls.push(`${request.method} ${path.join('/')}`)
      const refuse = (status: number, code: string) =>
        response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
      if (fail()) return refuse(500, 'InternalError')
      if (!isSigned(request, url, { secret, region, body })) return refuse(403, 'SignatureDoesNotMatch')
      if (bucket !== 'backups') return refuse(404, 'NoSuchBucket')
      const said = answer(request.method ?? '', url, path.join('/'), body)
      if (said === null) return refuse(404, 'NoSuchKey')
      return response.writeHead(200, { etag: `"${sha256(body)}"` }).end(said)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    objects,
    calls,
    bucket: {
      url: `http://127.0.0.1:${port}/backups/our center`.replace(' ', '-'),
      region,
      keyId: 'id',
      secret,
    },
    close: () => server.close(),
  }
}
