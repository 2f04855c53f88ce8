import type { Plugin, Rolldown } from 'vite'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo' | 'getModuleIds'>

/** What every page stands on packs better as one file, and stays on a device from one build to the next. */
const base = /\/node_modules\/(react|react-dom|scheduler|@tanstack|idb|uuid|use-sync-external-store)\//

/** Where everybody begins, and the page on which most answers are given: what these draw is in one file, within the student's budget. */
const firstScreens = /\/(accounts\/LoginPage|family\/FamilyShell|practice\/QuestionPage)\.tsx$/
const drawn = /\/src\/(ui|web)\/|\.tsx$|\.module\.css$/

/** What fewer of the staff's screens show comes with them. With 4, a screen of theirs takes the fewest files, and an eighth more bytes than each part apart. */
const fewestScreens = 4

const icons = /\/lucide-react\//
const iconFile = /\/icons\/[\w-]+\.mjs$/
const iconsAsked = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const iconsGiven = /export \{([^}]*)\} from '\.(\/icons\/[\w-]+\.mjs)'/g

/** The files of the icons that these modules ask for by name: their package has one module that names them all. */
function iconsOf(graph: Graph, modules: Iterable<string>) {
  const code = (id: string) => graph.getModuleInfo(id)?.code ?? ''
  const namesIn = (list = '') => list.match(/\w+/g) ?? []
  const asked = new Set([...modules].flatMap((id) => [...code(id).matchAll(iconsAsked)].flatMap(([, list]) => namesIn(list))))
  const all = [...graph.getModuleIds()].filter((id) => icons.test(id) && !iconFile.test(id))
  const given = all.flatMap((id) => [...code(id).matchAll(iconsGiven)])
  return new Set(given.filter(([, list]) => namesIn(list).some((name) => name !== 'default' && asked.has(name))).map(([, , file]) => file))
}

/** Says of a module in which file it goes; null where the bundler puts it, in a file for whoever needs it. */
function plan(graph: Graph): (id: string) => string | null {
  const ids = [...graph.getModuleIds()]
  function reached(...from: string[]) {
    const found = new Set(from)
    for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (!icons.test(next)) found.add(next)
    return found
  }
  const isStaffs = new Set(graph.getModuleInfo('virtual:staff-screens')?.dynamicallyImportedIds)
  for (const id of ids) if (id.endsWith('/shell/StaffShell.tsx')) isStaffs.add(id)
  const screens = new Set(ids.filter((id) => (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0))
  const start = reached(...ids.filter((id) => id.endsWith('/src/web/main.tsx')))
  const first = reached(...ids.filter((id) => firstScreens.test(id)))
  const staff = [...isStaffs].map((screen) => reached(screen))
  const others = reached(...[...screens].filter((id) => !isStaffs.has(id) && !id.startsWith('virtual:')))
  const firstIcons = iconsOf(graph, [...start, ...first])
  const isOurs = (id: string) => !id.includes('/node_modules/') || base.test(id)

  return (id) => {
    if (icons.test(id)) return iconFile.test(id) && !firstIcons.has(iconFile.exec(id)?.[0]) ? 'icons' : 'first'
    // In a file with others, what starts the pages and what begins a screen would have them begin with each other.
    if (start.has(id) || screens.has(id)) return null
    if (first.has(id)) return drawn.test(id) ? 'first' : null
    if (others.has(id)) return [...reached(id)].every(isOurs) ? 'parts' : null
    return staff.filter((each) => each.has(id)).length >= fewestScreens ? 'staff' : null
  }
}

/**
 * The pages' modules in few files: each file that a page takes costs its server, its network and its tablet more than some bytes which it doesn't need.
 * Nothing that only the staff's screens show is in a file that others take.
 */
export function chunks() {
  let fileOf: (id: string) => string | null = () => null
  const plugin: Plugin = {
    name: 'chunks',
    buildEnd() {
      fileOf = plan(this)
    },
  }
  const groups = [
    { name: 'base', test: base, priority: 1 },
    { name: (id: string) => fileOf(id), debugName: 'pages', includeDependenciesRecursively: false },
  ]
  return { plugin, groups }
}
