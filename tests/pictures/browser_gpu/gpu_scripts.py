"""Scripts that run in a page before the picture: they count, and they pretend other GPUs."""

COUNT = """
    window.made = 0;
    window.devices = [];
    window.lost = 0;
    const { createBuffer } = GPUDevice.prototype;
    const { destroy } = GPUBuffer.prototype;
    const { requestDevice } = GPUAdapter.prototype;
    GPUDevice.prototype.createBuffer = function (...asked) {
        made += 1;
        return createBuffer.apply(this, asked);
    };
    GPUBuffer.prototype.destroy = function () { made -= 1; return destroy.call(this); };
    GPUAdapter.prototype.requestDevice = async function (...asked) {
        const device = await requestDevice.apply(this, asked);
        devices.push(device);
        device.lost.then(() => { lost += 1; });
        return device;
    };
"""
FULL = (
    "GPUDevice.prototype.popErrorScope = async () => new GPUOutOfMemoryError('full');"
)
# Tables of 4,096 rows fetched find no room, all others do.
FULL_OF_MANY = """
    let many = false;
    const { createBuffer, popErrorScope } = GPUDevice.prototype;
    GPUDevice.prototype.createBuffer = function (asked) {
        many ||= asked.size === 4 * 4096 * 64;
        return createBuffer.call(this, asked);
    };
    GPUDevice.prototype.popErrorScope = async function () {
        const error = await popErrorScope.call(this);
        const full = many;
        many = false;
        return full ? new GPUOutOfMemoryError("full") : error;
    };
"""
SMALL = """Object.defineProperty(GPUAdapter.prototype, "limits", { get: () => (
    { maxStorageBufferBindingSize: 40000, maxBufferSize: 40000 }) });"""
NO_CLOCK = (
    "Object.defineProperty(GPUAdapter.prototype, 'features', { get: () => new Set() });"
)
TEXTS = """
    window.texts = [];
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (asked) {
        texts.push(asked.code);
        return createShaderModule.call(this, asked);
    };
"""
VIEW = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
