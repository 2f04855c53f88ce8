import type { Head } from './records.ts'

/** Returns text that explains a backup's files to somebody who has the files, but not this product. */
export const readme = ({ product, madeAt }: Head) => `Backup of Blended Learning ${product}, made at ${madeAt}

This archive holds everything of one database. It can be read without the product:

  age -d -i key.txt FILE.tar.zst.age | zstd -d | tar x     encrypted for a public key
  age -d FILE.tar.zst.age | zstd -d | tar x                encrypted with BACKUP_KEY: type it when asked
  zstd -d < FILE.tar.zst | tar x                           not encrypted

age is at https://age-encryption.org, zstd at https://facebook.github.io/zstd.

catalog.json   when and by which version it was made, the migrations of its schema, tables and columns
tables/        one file for each table. Big tables have more: answers.tsv, answers.2.tsv, ...
totals.json    rows, bytes and SHA-256 of each table without the first lines, and the last values of sequences
load.sql       creates plain tables and loads all files with psql
SHA256SUMS     checks the files: sha256sum -c SHA256SUMS

A file of tables/ has the column names in its first line, then one row per line, with tabs between values. \\N is
an empty value (NULL); tabs, line feeds and backslashes in a value are written as \\t, \\n and \\\\. This is
PostgreSQL's text format of COPY. Times have an offset to UTC. Pictures are values of type bytea: \\\\x and
hexadecimal digits.

To query it, load it into any PostgreSQL 15 or newer, into a database that is empty:

  createdb backup && psql -d backup -f load.sql

To restore it with the product: npm run restore -- FILE (see docs/operating.md there).
`

type Loaded = {
  name: string
  columns: readonly string[]
  types: readonly string[]
  files: readonly string[]
}

/** Returns commands for psql that create each table, without its constraints, and load its files. */
export const loadSql = (tables: readonly Loaded[]) =>
  [
    '\\set ON_ERROR_STOP on',
    "set client_encoding = 'UTF8';",
    'begin;',
    ...tables.flatMap(({ name, columns, types, files }) => [
      `create table ${name} (${columns.map((column, at) => `${column} ${types[at]}`).join(', ')});`,
      ...files.map((file) => `\\copy ${name} (${columns.join(', ')}) from '${file}' with (header match)`),
    ]),
    'commit;',
    '',
  ].join('\n')
