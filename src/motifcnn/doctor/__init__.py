"""What is wrong with a folder or an installation, what can be saved, and the next step."""

from motifcnn.doctor.examine import examine
from motifcnn.doctor.finding import Diagnosis, Finding
from motifcnn.doctor.installation import examine_installation
from motifcnn.doctor.leftovers import leftovers

__all__ = [
    "Diagnosis",
    "Finding",
    "examine",
    "examine_installation",
    "leftovers",
]
