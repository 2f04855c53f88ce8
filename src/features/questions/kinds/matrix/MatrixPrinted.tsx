import { matrixFormulaOf } from '../../editing/answers/formulas.ts'
import { Content } from '#ui/Content.tsx'
import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import { MatrixGrid } from './MatrixGrid.tsx'
import { inOneLine } from './size.ts'

/**
 * Size of the empty brackets on paper if students choose the size. Always the same, so it reveals nothing.
 */
const room = { rows: 3, columns: 4 }

/** Empty brackets to write in. */
export const Blanks = ({ shown: { rows, columns } }: BlanksProps<'matrix'>) => (
  <MatrixGrid size={rows && columns ? { rows, columns } : room} isPrinted entry={() => null} />
)

/** Matrix displayed as math, or in one line if an entry can't be parsed. */
export function RightAnswer({ answers: { entries }, texts }: RightAnswerProps<'matrix'>) {
  const looks = texts[matrixFormulaOf(entries.rows) ?? '']
  return looks ? <Content nodes={looks} inline /> : inOneLine(entries.rows)
}
