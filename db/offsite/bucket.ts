import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import type { Bucket } from '#server/bucket-settings.ts'

/** Size of the parts in which large files are uploaded, in bytes. S3 allows 10,000 parts. */
const partBytes = 16 * 1024 * 1024
/** Timeouts in ms for one call, and for downloading an object. */
const [patienceMs, downloadMs] = [60_000, 6 * 3_600_000]

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const xml = new XMLParser({ ignoreAttributes: true, parseTagValue: false })

/** Returns the part of a response at a path, such as `ListBucketResult.Contents`. */
const partOf = (text: string, path: string) =>
  path
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], xml.parse(text))

/** Returns the text at a path of a response, or undefined. */
const textIn = (text: string, path: string) => partOf(text, path) as string | undefined

/** Returns the store's reason for an error, or undefined if the response isn't an error. */
const reasonIn = (text: string) => textIn(text, 'Error.Message') ?? textIn(text, 'Error.Code')

type Listed = { Key: string; Size: string }

/** Splits the URL of a bucket into the server, the bucket's name, and the prefix of its objects. */
function placeOf(url: string) {
  const root = new URL(url)
  const [, name = '', ...folders] = root.pathname.replace(/\/$/, '').split('/')
  return { root, name, prefix: folders.map((each) => `${each}/`).join('') }
}

type Query = Record<string, string>
type Send = (
  method: string,
  object: string,
  query: Query,
  more?: { body?: string | Buffer; patience?: number },
) => Promise<Response>

/**
 * Returns a function that sends a signed request, and throws an error with the store's own words if the
 * request is refused.
 */
function openSender({ url, region, keyId, secret }: Bucket): Send {
  const { root, name } = placeOf(url)
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 2,
  })
  return async (method, object, query, { body = '', patience = patienceMs } = {}) => {
    const path = object.split('/').map(encodeURIComponent).join('/')
    const search = new URLSearchParams(query).toString()
    const answer = await client.fetch(`${root.origin}/${name}/${path}${search && `?${search}`}`, {
      method,
      headers: { 'x-amz-content-sha256': sha256(body) },
      ...(method !== 'GET' && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      signal: AbortSignal.timeout(patience),
    })
    if (answer.ok) return answer
    const reason = reasonIn(await answer.text()) ?? 'no reason given'
    throw new Error(`${root.host} answered ${answer.status}: ${reason}`)
  }
}

/** Uploads an object in parts. It appears only once all of them are joined. */
async function putInParts(send: Send, object: string, pieces: AsyncIterable<Buffer>) {
  const begun = await (await send('POST', object, { uploads: '' })).text()
  const uploadId = textIn(begun, 'InitiateMultipartUploadResult.UploadId') ?? ''
  const tags: string[] = []
  for await (const piece of pieces) {
    const answer = await send(
      'PUT',
      object,
      { partNumber: String(tags.length + 1), uploadId },
      { body: piece },
    )
    tags.push(answer.headers.get('etag') ?? '')
  }
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const whole = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const done = await (await send('POST', object, { uploadId }, { body: whole })).text()
  // The store answers 200 before it has joined the parts, and reports a later failure in the body.
  const failed = reasonIn(done)
  if (failed) throw new Error(`The parts of ${object} could not be joined: ${failed}`)
}

/**
 * Opens a bucket of an S3-compatible store. Object names are paths below its prefix. Every method throws if
 * the store refuses the request, with the store's own words, or doesn't answer in time.
 */
export function openBucket(bucket: Bucket, { part = partBytes } = {}) {
  const { prefix } = placeOf(bucket.url)
  const send = openSender(bucket)
  return {
    /** Returns the sizes in bytes of all objects whose names begin with `start`, by name. */
    async list(start = '') {
      const sizes = new Map<string, number>()
      let token: string | undefined
      do {
        const query = {
          'list-type': '2',
          prefix: prefix + start,
          ...(token && { 'continuation-token': token }),
        }
        const text = await (await send('GET', '', query)).text()
        const found = partOf(text, 'ListBucketResult.Contents') as Listed | Listed[] | undefined
        for (const { Key, Size } of [found ?? []].flat()) sizes.set(Key.slice(prefix.length), Number(Size))
        token = textIn(text, 'ListBucketResult.NextContinuationToken')
      } while (token)
      return sizes
    },
    /** Uploads a file under a name. The object appears only once it is complete. */
    async put(object: string, file: string) {
      const handle = await open(file)
      try {
        const { size } = await handle.stat()
        const read = async (from: number) => {
          const piece = Buffer.alloc(Math.min(part, size - from))
          await handle.read(piece, 0, piece.length, from)
          return piece
        }
        const pieces = async function* () {
          for (let from = 0; from < size; from += part) yield await read(from)
        }
        if (size <= part) await send('PUT', prefix + object, {}, { body: await read(0) })
        else await putInParts(send, prefix + object, pieces())
      } finally {
        await handle.close()
      }
    },
    /** Uploads a short text under a name. */
    putText: (object: string, body: string) => send('PUT', prefix + object, {}, { body }),
    /** Returns an object's text, which must be short. */
    getText: async (object: string) => await (await send('GET', prefix + object, {})).text(),
    /** Returns an object's bytes as a stream. */
    async get(object: string) {
      const { body } = await send('GET', prefix + object, {}, { patience: downloadMs })
      if (!body) throw new Error(`The store sent nothing for ${object}.`)
      return body
    },
  }
}
export type OpenBucket = ReturnType<typeof openBucket>
