import { types as known } from 'pg'

/** Converts a value from the text that the server sends. */
export type Parse = (raw: string) => unknown
const [asNumber, asText] = [Number, (raw: string) => raw] as [Parse, Parse]
const asTime = (raw: string) => raw.slice(0, 5)
const asInstant = (raw: string) => raw.replace(' ', 'T').replace(/\+00$/, 'Z')
const asBytes = (raw: string) => Buffer.from(raw.slice(2), 'hex')
const asJson = (raw: string) => JSON.parse(raw) as unknown

/**
 * Conversions from text, each with the id of a PostgreSQL type and the id of its array type. Dates stay
 * `YYYY-MM-DD`, times `HH:MM`. Instants become ISO 8601 in UTC. Numerics and bigints stay text, so that they
 * are exact. Values of all other types also stay text.
 */
const conversions: [parse: Parse, type: number, array: number][] = [
  [(raw) => raw === 't', 16, 1000],
  [asBytes, 17, 1001],
  [asNumber, 21, 1005],
  [asNumber, 23, 1007],
  [asNumber, 26, 1028],
  [asNumber, 700, 1021],
  [asNumber, 701, 1022],
  [asJson, 114, 199],
  [asJson, 3802, 3807],
  [asTime, 1083, 1183],
  [asInstant, 1184, 1185],
  // "char", name, bigint, text, char, varchar, date, timestamp, numeric, uuid, aclitem, regclass, daterange
  ...[1002, 1003, 1016, 1009, 1014, 1015, 1182, 1115, 1231, 2951, 1034, 2210, 3913].map(
    (array): [Parse, number, number] => [asText, 0, array],
  ),
]
/** The driver's array parser, whose published type is wrong. */
const { arrayParser } = known as unknown as {
  arrayParser: { create: (raw: string, parse: Parse) => { parse: () => unknown[] } }
}
/** Conversions of values and arrays by type id. Values of other types stay text. */
export const parsers = new Map<number, Parse>(
  conversions.flatMap(([parse, type, array]): [number, Parse][] => [
    [type, parse],
    [array, (raw) => arrayParser.create(raw, parse).parse()],
  ]),
)
parsers.delete(0)
