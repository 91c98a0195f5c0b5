/**
 * Ends a process and the programs that it started. Each process of a pool leads a group of its own, which POSIX
 * systems can end as one; on Windows its programs end when their input closes.
 */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
