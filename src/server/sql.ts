/** A value for a jsonb column, made by `db.json`. */
class Json {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** A table or column name, rows to insert, or columns to set, created by calling `db` with them. */
class Piece {
  readonly content: string | Row | readonly Row[]
  constructor(content: string | Row | readonly Row[]) {
    this.content = content
  }
}

/** Values of a row by column. */
type Row = Readonly<Record<string, Value>>
type Scalar = string | number | bigint | boolean | Date | Uint8Array | Json | null
type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined }
/** A PostgreSQL array. It can't contain fragments, which `db.join` combines. */
type List = readonly (Scalar | List)[]
type Value = Scalar | List | Piece | Statement<unknown>

/** A statement as sent: its text, its parameters, and the type of each, or 0 if PostgreSQL infers it. */
export type BuiltStatement = { text: string; values: (string | Buffer | null)[]; types: number[] }

const [booleanType, byteaType, bigintType, instantType, jsonbType] = [16, 17, 20, 1184, 3802]

const typeOf = (value: Scalar) => {
  if (typeof value === 'boolean') return booleanType
  if (typeof value === 'bigint') return bigintType
  if (value instanceof Date) return instantType
  if (value instanceof Uint8Array) return byteaType
  return value instanceof Json && value.value !== null ? jsonbType : 0
}

const jsonOf = ({ value }: Json) => (value === null ? null : (JSON.stringify(value) as string | undefined))

function textOf(value: Scalar): string | Buffer | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const json = value instanceof Json ? jsonOf(value) : undefined
  if (json !== undefined) return json
  throw new TypeError('A parameter is undefined, an object without db.json, or a fragment without db.join.')
}

/** Returns an element of an array in PostgreSQL's own notation. Bytes are hexadecimal, as in a `bytea`. */
function elementOf(value: Scalar) {
  const text = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : textOf(value)
  return text === null ? 'null' : `"${String(text).replace(/[\\"]/g, '\\$&')}"`
}

const isList = (value: Value): value is List => Array.isArray(value)

/** Returns an array in PostgreSQL's own notation. */
const arrayOf = (values: List): string =>
  `{${values.map((value) => (isList(value) ? arrayOf(value) : elementOf(value))).join(',')}}`

const quoted = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`

function addList(to: BuiltStatement, values: readonly Value[]) {
  for (const [at, value] of values.entries()) {
    if (at > 0) to.text += ','
    add(to, value)
  }
}

/**
 * Returns the columns of the first row. Throws if there are none, or if another row has a column that the
 * first row lacks.
 */
function columnsOf(rows: readonly Row[]) {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) throw new TypeError('There are no rows, or rows without columns.')
  if (rows.some((row) => Object.keys(row).some((column) => !columns.includes(column))))
    throw new TypeError('The rows have different columns.')
  return columns
}

function addRows(to: BuiltStatement, rows: readonly Row[]) {
  const columns = columnsOf(rows)
  to.text += `(${columns.map(quoted).join(',')})values`
  for (const [at, row] of rows.entries()) {
    to.text += at > 0 ? ',(' : '('
    addList(
      to,
      columns.map((column) => row[column] as Value),
    )
    to.text += ')'
  }
}

/** Adds a name, rows to insert or, after `set`, columns to set. */
function addPiece(to: BuiltStatement, { content }: Piece) {
  if (typeof content === 'string') to.text += quoted(content)
  else if (Array.isArray(content)) addRows(to, content as Row[])
  else if (/\bset\s*$/i.test(to.text))
    for (const [at, column] of columnsOf([content as Row]).entries()) {
      to.text += `${at > 0 ? ',' : ''}${quoted(column)}=`
      add(to, (content as Row)[column] as Value)
    }
  else addRows(to, [content as Row])
}

function add(to: BuiltStatement, value: Value): void {
  if (value instanceof Statement) return value.addTo(to)
  if (value instanceof Piece) return addPiece(to, value)
  to.values.push(isList(value) ? arrayOf(value) : textOf(value))
  to.text += `$${to.types.push(isList(value) ? 0 : typeOf(value))}`
}

export type Send = (statement: Statement<unknown>) => Promise<unknown>

/**
 * A statement or a fragment of one. Awaiting it sends it. Used inside another statement's template, it
 * becomes part of that statement.
 */
export class Statement<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly strings: readonly string[]
  /** True for text that isn't a template and therefore isn't prepared. */
  readonly isPlain: boolean
  readonly #values: readonly Value[]
  readonly #send: Send
  #answer: Promise<T> | undefined
  #built: BuiltStatement | undefined

  constructor(send: Send, strings: readonly string[], values: readonly Value[], isPlain = false) {
    this.#send = send
    this.strings = strings
    this.#values = values
    this.isPlain = isPlain
  }

  addTo(to: BuiltStatement) {
    to.text += this.strings[0] ?? ''
    for (let at = 1; at < this.strings.length; at += 1) {
      add(to, this.#values[at - 1] as Value)
      to.text += this.strings[at] ?? ''
    }
  }

  build(): BuiltStatement {
    if (this.#built) return this.#built
    const built: BuiltStatement = { text: '', values: [], types: [] }
    this.addTo(built)
    if (this.isPlain) for (const value of this.#values) add({ ...built, text: '' }, value)
    return (this.#built = built)
  }

  /** Sends the statement now, without waiting until it is awaited. */
  send(): Promise<T> {
    return (this.#answer ??= this.#send(this) as Promise<T>)
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a statement sends it
  then: Promise<T>['then'] = (done, failed) => this.send().then(done, failed)
  catch: Promise<T>['catch'] = (failed) => this.send().catch(failed)
  finally: Promise<T>['finally'] = (end) => this.send().finally(end)
}

// oxlint-disable-next-line typescript/no-explicit-any -- a statement without a type may return anything
type AnyRow = Record<string, any>

/** Creates statements from tagged templates: ``db<Row[]>`select …` ``. Values become parameters. */
export type Db = {
  /**
   * Creates a part of a statement from a table or column name, from a row to assign (after `set`), or from
   * rows to insert.
   */
  (content: string | Row | readonly Row[]): Piece
  <T extends readonly object[] = AnyRow[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Statement<T>
  /** Creates a statement from text that isn't a template. Without values, it may hold several statements. */
  unsafe: <T extends readonly object[] = AnyRow[]>(text: string, values?: readonly Value[]) => Statement<T>
  /** Creates a value for a jsonb column. */
  json: (value: JsonValue) => Json
  /** Joins fragments into one. The list may be empty. */
  join: (fragments: readonly Statement<unknown>[], between?: string) => Statement<AnyRow[]>
}

/** Returns a `db` whose statements are sent by `send`. */
export function makeDb(send: Send): Db {
  const db = (first: TemplateStringsArray | string | Row | readonly Row[], ...values: Value[]) =>
    typeof first === 'object' && 'raw' in first && Array.isArray(first)
      ? new Statement(send, first, values)
      : new Piece(first as string | Row)
  return Object.assign(db, {
    unsafe: (text: string, values: readonly Value[] = []) => new Statement(send, [text], values, true),
    json: (value: unknown) => new Json(value),
    join: (fragments: readonly Statement<unknown>[], between = ' ') =>
      new Statement(
        send,
        ['', ...fragments.slice(1).map(() => between), ''].slice(0, fragments.length + 1),
        fragments,
      ),
  }) as Db
}
