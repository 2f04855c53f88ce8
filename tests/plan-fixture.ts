import { connect } from '#server/connect.ts'
import { connectionSettings } from '#server/db.ts'
import { role } from '#server/scope.ts'
import { urlFor } from './world.ts'

/** Node of a plan, the tree of steps in which PostgreSQL executes a statement, with the rows read at each. */
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}
type Plan = { 'Query Text': string; Plan: Node }

/**
 * Number of rows above which a table counts as large, and the most rows that a statement may read from any
 * table.
 */
export const most = 10_000

/**
 * Opens a connection that has the rights of requests at these centers. PostgreSQL reports the plan of each of
 * its statements, which is added to `plans`. The connection signs in as a superuser, because only a superuser
 * can turn such reports on.
 */
export function watchPlans(url: string, centers: readonly string[] = []) {
  const plans: Plan[] = []
  const db = connect(urlFor(url, 'superuserUrl'), {
    settings: {
      ...connectionSettings('plans'),
      role,
      'app.centers': `{${centers.map((name) => `"${name}"`).join(',')}}`,
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': 0,
      'auto_explain.log_level': 'notice',
      'auto_explain.log_format': 'json',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
    },
    onNotice: ({ message = '' }) => {
      const start = message.indexOf('plan:\n')
      if (start >= 0) plans.push(JSON.parse(message.slice(start + 6)) as Plan)
    },
  })
  return { db, plans }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const rowsRead = (node: Node) =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))

/**
 * Lists the scans that read too much: full scans of large tables, and any scan that reads over 10,000 rows.
 */
export const tooMuchIn = (plans: readonly Plan[], large: ReadonlySet<string>) => [
  ...new Set(
    plans.flatMap((plan) =>
      nodesOf(plan.Plan)
        .filter(
          (node) =>
            node['Relation Name'] !== undefined &&
            (rowsRead(node) > most || (node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name']))),
        )
        .map(
          (node) =>
            `${node['Node Type']} of ${node['Relation Name']}, ${rowsRead(node)} rows, in ${plan['Query Text']}`,
        ),
    ),
  ),
]

/** Number of calls after which PostgreSQL has decided whether to use a generic plan for a statement. */
export const calls = 7
