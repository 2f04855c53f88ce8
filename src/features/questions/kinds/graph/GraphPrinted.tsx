import { solutionOf, wordsOf } from '../../rules.ts'
import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import { PrintedGraph } from './PrintedGraph.tsx'

export function Blanks({ shown, space }: BlanksProps<'graph'>) {
  if (space === 'none') return null
  const width = (shown.graphType === 'line' ? 520 : 320) + (space === 'roomy' ? 100 : 0)
  return <PrintedGraph shown={shown} width={width} />
}

export function RightAnswer({ answers }: RightAnswerProps<'graph'>) {
  const solution = solutionOf(answers)
  if (solution.kind !== 'graph') return null
  return (
    <>
      {wordsOf(solution)}
      <PrintedGraph
        shown={answers}
        width={answers.graphType === 'line' ? 300 : 190}
        points={solution.points}
        dashed={solution.dashed}
      />
    </>
  )
}
