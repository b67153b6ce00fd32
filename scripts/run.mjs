// Starts a TypeScript script, or says plainly what is missing. Node 20 cannot read TypeScript at all, and its own
// message about that is not helpful. `npm ci` installs a Node version that can.
const name = process.argv[2]
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `This is Node ${process.versions.node}; Fairlot needs 24. npm ci puts it into node_modules: npm ci`,
  )
  process.exit(1)
}
process.argv.splice(1, 2, name)
try {
  await import(`./${name}.ts`)
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
  console.error(`${error.message}\nThe installed packages do not match the lockfile: npm ci`)
  process.exit(1)
}
