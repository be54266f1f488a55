/*
 * onnxruntime's packages for Linux and macOS report usage to their maker and keep a device id in the home folder,
 * unless this variable is set before the library is loaded (onnxruntime pull request 27379). A thread sees the
 * environment of the thread that starts it, the library that of the process: import this in the main thread.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
