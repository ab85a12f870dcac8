/**
 * To be evaluated in a page: the visible texts whose contrast against what lies behind them is under 4.5 (WCAG 2, level AA),
 * each with its contrast. The page must not have pictures behind texts.
 */
export const poorlyReadable = `(() => {
	const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	const pixel = (colours) => {
		canvas.clearRect(0, 0, 1, 1);
		for (const colour of colours) {
			canvas.fillStyle = colour;
			canvas.fillRect(0, 0, 1, 1);
		}
		return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
	};
	const luminance = (rgb) => {
		const [r, g, b] = rgb.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const contrast = (element, colour) => {
		const behind = ['white'];
		for (let at = element; at; at = at.parentElement) behind.splice(1, 0, getComputedStyle(at).backgroundColor);
		const [light, dark] = [luminance(pixel(behind)), luminance(pixel([...behind, colour]))].sort((a, b) => b - a);
		return (light + 0.05) / (dark + 0.05);
	};
	const found = [];
	for (const element of document.querySelectorAll('body *')) {
		const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
		const placeholder = element.placeholder && !element.value;
		if (!(own || element.value || placeholder) || !element.checkVisibility()) continue;
		const measured = contrast(element, getComputedStyle(element, placeholder ? '::placeholder' : null).color);
		if (measured < 4.5) found.push(measured.toFixed(1) + ' ' + (element.textContent || element.placeholder).trim());
	}
	return found;
})()`;
