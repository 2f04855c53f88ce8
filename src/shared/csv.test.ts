import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/time.ts'
import { csvLimits, readCsv, writeCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells)

describe('reading CSV', () => {
  test.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs, as a spreadsheet puts them on the clipboard',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['one column', 'a\n1', [['a'], ['1']]],
    [
      'CR LF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CR alone',
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\ufeffa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'empty cells',
      'a,b,c\n,,3',
      [
        ['a', 'b', 'c'],
        ['', '', '3'],
      ],
    ],
    [
      'quotes around a separator',
      'a,b\n"1,5",2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['doubled quotes', 'a\n"say ""yes"""', [['a'], ['say "yes"']]],
    [
      'a line break in quotes',
      'a,b\n"1\r\n2",3',
      [
        ['a', 'b'],
        ['1\r\n2', '3'],
      ],
    ],
    [
      'an empty cell in quotes',
      'a,b\n"",1',
      [
        ['a', 'b'],
        ['', '1'],
      ],
    ],
    [
      'a quoted header with the other separator',
      '"a;b;c;d",e\n1,2',
      [
        ['a;b;c;d', 'e'],
        ['1', '2'],
      ],
    ],
    [
      'blank lines, which are skipped',
      'a,b\n\n1,2\n,\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['formulas, which stay text', 'a\n=1+1', [['a'], ['=1+1']]],
  ])('accepts %s', (_, text, cells) => {
    expect(readCsv(text).errors).toEqual([])
    expect(cellsOf(text)).toEqual(cells)
  })

  test('reports the line on which each record begins', () => {
    expect(readCsv('a,b\r\n"x\r\ny",2\r\n\r\n3,4').rows.map(({ line }) => line)).toEqual([1, 2, 5])
  })

  test.each<[string, string, { line: number; column: number | null; message: string }[]]>([
    ['nothing', '', [{ line: 1, column: null, message: 'is empty' }]],
    ['blank lines alone', '\n\n', [{ line: 1, column: null, message: 'is empty' }]],
    [
      'a bare quote',
      'a,b\n1,2"',
      [
        {
          line: 2,
          column: 2,
          message: 'has a quotation mark. Put the whole cell in quotes and double the mark',
        },
      ],
    ],
    [
      'text after a closing quote',
      'a,b\n"1"x,2',
      [{ line: 2, column: 1, message: 'has text after its closing quotation mark' }],
    ],
    [
      'an unclosed quote',
      'a,b\n1,2\n"3,4\n',
      [{ line: 3, column: 1, message: 'has an opening quotation mark but no closing one' }],
    ],
    ['too few cells', 'a,b\n1\n', [{ line: 2, column: null, message: 'has 1 cell, but the header has 2' }]],
    [
      'too many cells',
      'a,b\n1,2\n1,2,3',
      [{ line: 3, column: null, message: 'has 3 cells, but the header has 2' }],
    ],
  ])('refuses %s with line and column', (_, text, errors) => {
    expect(readCsv(text).errors).toEqual(errors)
  })

  test('refuses files that exceed the limits', () => {
    expect(readCsv('x'.repeat(csvLimits.characters + 1)).errors).toMatchObject([
      { message: 'is longer than 1 MiB' },
    ])
    expect(readCsv(`a\n${'1\n'.repeat(csvLimits.rows)}`).errors).toEqual([])
    expect(readCsv(`a\n${'1\n'.repeat(csvLimits.rows + 1)}`).errors).toMatchObject([
      { line: csvLimits.rows + 2 },
    ])
    expect(readCsv(','.repeat(csvLimits.columns)).errors).toHaveLength(1)
  })

  test('reads very long cells and unclosed quotes quickly', () => {
    const took = cpuMs(() => {
      readCsv(`"${'""'.repeat(csvLimits.characters / 2 - 2)}`)
      readCsv(`a\n${'"x\n'.repeat(200_000)}`)
      readCsv('",'.repeat(400_000))
    })
    expect(took).toBeLessThan(2000)
  })
})

describe('writing CSV', () => {
  test('ends lines with CR LF and quotes cells that need it', () => {
    expect(
      writeCsv([
        ['a', 'b c'],
        ['1,5', 'say "yes"'],
        ['two\nlines', ' x'],
      ]),
    ).toBe('a,b c\r\n"1,5","say ""yes"""\r\n"two\nlines"," x"\r\n')
  })

  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '\tx',
    '\rx',
    '\0x',
    '=HYPERLINK("http://evil.example")',
  ]
  test.each(formulas)('turns %j into text', (cell) => {
    expect(writeCsv([[cell]])).toMatch(/^"?'/)
  })

  test.each([...formulas, "'=1+1", "''＝1", "'tis", "'", "it's", '5-3'])(
    'writes %j so that it is read back unchanged',
    (cell) => {
      expect(cellsOf(writeCsv([['a'], [cell]]))[1]).toEqual([cell])
    },
  )

  test('produces text that is read back as the same rows', () => {
    const rows = [
      ['name', 'note'],
      ['Ana "Bee" Lima', 'one\ntwo; three, four'],
      ['', 'x\t'],
    ]
    expect(cellsOf(writeCsv(rows))).toEqual(rows)
  })
})
